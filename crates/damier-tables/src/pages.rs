/// Pages of 2 MiB instead of 4 KiB for memory that is about to be filled, where the system has them: what is read at
/// random costs as much again for finding its page.
pub fn ask_for_huge_pages<T>(memory: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let begin = (memory.as_ptr() as usize).next_multiple_of(PAGE);
        let end = memory.as_ptr() as usize + memory.capacity() * size_of::<T>();
        if begin < end {
            // SAFETY: the range lies within the allocation of the vector; the advice changes how it is backed, not what
            // it holds, and whether it is followed does not matter.
            unsafe {
                libc::madvise(
                    begin as *mut libc::c_void,
                    (end - begin) / PAGE * PAGE,
                    libc::MADV_HUGEPAGE,
                );
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
