// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A child JVM that reads a line, watches its lifeline, announces that it is ready, and then waits forever. */
final class WatchingChild {
    private WatchingChild() {}

    /** The first argument determines what its shutdown hook does: {@code farewell} or {@code hang}. */
    public static void main(String[] arguments) throws Exception {
        String input = Lifeline.takeLine();
        boolean hang = arguments[0].equals("hang");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> announceShutdown(hang)));
        Lifeline.watch(Duration.ofSeconds(hang ? 2 : 60));
        ReadyLine.announce(input);
        new CountDownLatch(1).await();
    }

    private static void announceShutdown(boolean hang) {
        try {
            ReadyLine.announce("farewell");
            if (hang) {
                new CountDownLatch(1).await();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
