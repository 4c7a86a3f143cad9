// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Plays the part of the harness in {@link OrphanTest}: starts children, says their process ids and never stops them. */
final class HarnessInTest {
    private static final List<String> DEAF = List.of("sh", "-c", "echo plateau-ready $$; while :; do sleep 1; done");

    private static final List<String> PATIENT = List.of(
            "sh", "-c", "trap 'sleep 6; echo farewell; exit' TERM; echo plateau-ready $$; while :; do sleep 0.1; done");

    private HarnessInTest() {}

    /** Arguments: folder, then {@code watching}, {@code guarded}, {@code patient} or {@code deaf} for each child. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        StringBuilder pids = new StringBuilder();
        for (int i = 1; i < arguments.length; i++) {
            List<String> command = switch (arguments[i]) {
                case "watching" -> JavaCommand.of(WatchingChild.class, List.of(), List.of(), List.of("farewell"));
                case "guarded" ->
                    ServerGuard.guarded(StopSignal.TERM, Duration.ofSeconds(2), folder.resolve("pid"), DEAF);
                case "patient" -> PATIENT;
                default -> DEAF;
            };
            ServerCommand child =
                    ServerCommand.java("child " + i, command, folder, folder.resolve("child" + i + ".log"));
            ServerProcess started = arguments[i].equals("patient")
                    ? ServerProcess.begin(child, Duration.ofSeconds(15))
                    : ServerProcess.begin(child);
            started.writeLine("hello");
            String said = started.awaitReady(ReadyLine.awaited(), Duration.ofSeconds(30));
            pids.append(started.pid()).append(' ');
            if (arguments[i].equals("guarded")) {
                pids.append(said).append(' ');
            }
        }
        ReadyLine.announce(pids.toString());
        new CountDownLatch(1).await();
    }
}
