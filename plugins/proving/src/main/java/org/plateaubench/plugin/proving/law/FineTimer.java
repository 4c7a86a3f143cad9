// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.law;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** Makes the Linux kernel end the sleeps of a thread as exactly as possible: by default it may be 50 us late. */
final class FineTimer {
    /** Constant of {@code linux/prctl.h}. */
    private static final int PR_SET_TIMERSLACK = 29;

    private FineTimer() {}

    /** Sets it for the calling thread; without effect on systems that lack it. */
    // Restricted: a wrong signature could crash the JVM. This one is from the manual page of prctl.
    @SuppressWarnings("restricted")
    static void use() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> address = linker.defaultLookup().find("prctl");
        if (!System.getProperty("os.name", "").equals("Linux") || address.isEmpty()) {
            return;
        }
        MethodHandle prctl = linker.downcallHandle(
                address.get(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                Linker.Option.firstVariadicArg(1));
        try {
            int result = (int) prctl.invokeExact(PR_SET_TIMERSLACK, 1L);
            if (result != 0) {
                throw new IllegalStateException("prctl gave " + result);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
