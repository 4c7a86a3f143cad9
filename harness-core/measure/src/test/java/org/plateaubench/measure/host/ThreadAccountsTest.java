// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CPU time and wait time of threads by their role (measurement rule M16). */
class ThreadAccountsTest {
    @TempDir
    Path tasks;

    @Test
    void cpuTimeBeforeFirstReadingIsNotCounted() throws IOException {
        thread(1, "plateau-1-store", 500, 50);
        ThreadAccounts accounts = new ThreadAccounts(tasks);
        assertThat(accounts.sums()).isEqualTo(new ThreadAccounts.Sums(0, 0, 0, 0, 0));
        thread(1, "plateau-1-store", 800, 60, 4);
        assertThat(accounts.sums()).isEqualTo(new ThreadAccounts.Sums(300, 10, 3, 0, 0));
    }

    @Test
    void threadsAreClassifiedByName() throws IOException {
        ThreadAccounts accounts = new ThreadAccounts(tasks);
        accounts.sums();
        thread(1, "plateau-12-ask-", 1, 10_000);
        thread(2, "ForkJoinPool-1-", 20, 20_000);
        thread(3, "VM Thread", 300, 7);
        thread(4, "GC Thread#1", 4_000, 7);
        thread(5, "C2 CompilerThre", 50_000, 7);
        thread(6, "plateau-snapsho", 600_000, 7);
        thread(7, "http (worker) 1", 700_000, 7);
        assertThat(accounts.sums()).isEqualTo(new ThreadAccounts.Sums(21, 30_000, 2, 4_300, 50_000));
    }

    @Test
    void threadRenamedLaterIsCountedByNewName() throws IOException {
        ThreadAccounts accounts = new ThreadAccounts(tasks);
        accounts.sums();
        thread(1, "java", 5, 5);
        accounts.sums();
        thread(1, "plateau-1-store", 25, 6, 2);
        assertThat(accounts.sums()).isEqualTo(new ThreadAccounts.Sums(20, 1, 1, 0, 0));
    }

    @Test
    void reusedThreadIdIsCountedAsNewThread() throws IOException {
        thread(1, "plateau-1-store", 900, 90, 9);
        ThreadAccounts accounts = new ThreadAccounts(tasks);
        accounts.sums();
        thread(1, "plateau-1-store", 30, 3);
        assertThat(accounts.sums()).isEqualTo(new ThreadAccounts.Sums(30, 3, 1, 0, 0));
    }

    @Test
    void sumsAreUnknownWithoutThreadAccounts() throws IOException {
        assertThat(new ThreadAccounts(tasks.resolve("none")).sums()).isEqualTo(ThreadAccounts.Sums.NOT_KNOWN);
        Files.createDirectories(tasks.resolve("1"));
        assertThat(new ThreadAccounts(tasks).sums()).isEqualTo(ThreadAccounts.Sums.NOT_KNOWN);
    }

    private void thread(int id, String name, long ranNanos, long waitedNanos) throws IOException {
        thread(id, name, ranNanos, waitedNanos, 1);
    }

    private void thread(int id, String name, long ranNanos, long waitedNanos, long turns) throws IOException {
        Path folder = Files.createDirectories(tasks.resolve(Integer.toString(id)));
        Files.writeString(folder.resolve("comm"), name + "\n");
        Files.writeString(folder.resolve("schedstat"), ranNanos + " " + waitedNanos + " " + turns + "\n");
    }
}
