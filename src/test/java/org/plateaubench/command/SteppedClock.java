// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A library that makes the monotonic clock of a process go ahead once, as a host does that was moved. */
record SteppedClock(Path library, Path trigger) {
    private static final Path COMPILER = Path.of("/usr/bin/cc");

    private static final String SOURCE = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <pthread.h>
            #include <stdlib.h>
            #include <time.h>
            #include <unistd.h>

            static long ahead(void) {
              static volatile int stepped;
              const char *trigger = getenv("STEPPED_CLOCK");
              if (!stepped && trigger && access(trigger, F_OK) == 0) stepped = 1;
              return stepped ? 300000000L : 0;
            }
            static void move(struct timespec *time, long by) {
              long nanos = time->tv_nsec + by;
              while (nanos >= 1000000000L) { nanos -= 1000000000L; time->tv_sec++; }
              while (nanos < 0) { nanos += 1000000000L; time->tv_sec--; }
              time->tv_nsec = nanos;
            }
            int clock_gettime(clockid_t clock, struct timespec *time) {
              static int (*real)(clockid_t, struct timespec *);
              if (!real) real = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
              int result = real(clock, time);
              if (clock == CLOCK_MONOTONIC && result == 0) move(time, ahead());
              return result;
            }
            /* The kernel waits by its own clock; deadlines of the wall's clock are of this century. */
            int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
              static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
              if (!real) real = (int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))
                  dlsym(RTLD_NEXT, "pthread_cond_timedwait");
              struct timespec there = *until;
              if (there.tv_sec < 1000000000L) move(&there, -ahead());
              return real(c, m, &there);
            }
            """;

    /** Skips the test on a host without a C compiler. */
    static SteppedClock compile(Path folder) throws IOException, InterruptedException {
        assumeThat(COMPILER).as("this host has a C compiler").isExecutable();
        Path source = Files.writeString(folder.resolve("clock.c"), SOURCE);
        Path library = folder.resolve("clock.so").toAbsolutePath();
        Path log = folder.resolve("cc.txt");
        int code = new ProcessBuilder(
                        COMPILER.toString(),
                        "-shared",
                        "-fPIC",
                        "-O1",
                        "-o",
                        library.toString(),
                        source.toString(),
                        "-ldl")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException(Files.readString(log));
        }
        return new SteppedClock(library, folder.resolve("stepped").toAbsolutePath());
    }

    /** What a process is started with. */
    Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "STEPPED_CLOCK", trigger.toString());
    }

    /** Now. */
    void step() throws IOException {
        Files.createFile(trigger);
    }
}
