// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.clock;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sets how much later than requested the Linux kernel may end a sleep in order to save wake-ups: 50 us by default.
 * Other systems have no such setting, and a JVM without {@code --enable-native-access} does not allow the change;
 * sleeps are then less exact, and the measured lag shows by how much.
 */
public final class TimerSlack {
    private static final long SLACK_NANOS = 1_000;
    /** The constant of {@code linux/prctl.h}. */
    private static final int PR_SET_TIMERSLACK = 29;

    private static final @Nullable MethodHandle PRCTL = prctl();
    private static final ThreadLocal<Boolean> REDUCED = ThreadLocal.withInitial(TimerSlack::reduce);

    private TimerSlack() {}

    /**
     * Reduces the slack to 1 us for the calling platform thread and for the threads that it starts from then on, which
     * inherit the setting. Called from the first thread of a process before it starts any virtual thread, it also
     * applies to the JVM's own thread that wakes virtual threads up. Does nothing when called again, or for a virtual
     * thread.
     */
    public static boolean reduceForThisThread() {
        return !Thread.currentThread().isVirtual() && PRCTL != null && REDUCED.get();
    }

    private static boolean reduce() {
        MethodHandle prctl = PRCTL;
        if (prctl == null) {
            return false;
        }
        try {
            return (int) prctl.invokeExact(PR_SET_TIMERSLACK, SLACK_NANOS) == 0;
        } catch (Throwable e) {
            // The linker failed; sleeps stay as exact as before.
            return false;
        }
    }

    // This call is restricted, since a wrong signature could crash the JVM. This signature is from the manual page of
    // prctl.
    @SuppressWarnings("restricted")
    private static @Nullable MethodHandle prctl() {
        boolean isLinux = System.getProperty("os.name", "").equals("Linux");
        if (!isLinux || !TimerSlack.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> address = linker.defaultLookup().find("prctl");
        return address.map(symbol -> linker.downcallHandle(
                        symbol,
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                        Linker.Option.firstVariadicArg(1)))
                .orElse(null);
    }
}
