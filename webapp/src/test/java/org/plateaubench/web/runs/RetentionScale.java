// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.plateaubench.web.TestConsole;
import tools.jackson.databind.JsonNode;

/** How long retention takes among many runs, asked over HTTP. One thread. */
final class RetentionScale {
    private static final String PATH = "/api/v1/retention";
    private static final int PASSES = 10;

    private final TestConsole.Client caller;
    private final Clock clock;

    RetentionScale(TestConsole.Client caller, Clock clock) {
        this.caller = caller;
        this.clock = clock;
    }

    /** The time of this machine, as far ahead as it was put: what was made just now is too young to go. Any thread. */
    static final class Clock implements InstantSource {
        private volatile Duration ahead = Duration.ofDays(2);

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead);
        }

        private synchronized void skip(Duration duration) {
            ahead = ahead.plus(duration);
        }
    }

    /** Prints how long previews, passes, and lists during passes take. */
    void measure() throws Exception {
        for (String policy : new String[] {"{\"keepRuns\":100}", "{\"keepBytes\":1048576}", "{\"keepDays\":1}"}) {
            long began = System.nanoTime();
            JsonNode preview =
                    caller.send("POST", PATH + "/preview", policy).expect(200).json();
            String goes = preview.get("goes").get("runs").asString();
            print("preview of " + policy + ", " + goes + " runs would go", seconds(began));
        }
        caller.send("PUT", PATH, "{\"keepRuns\":100}").expect(200);
        // No pass within the hour after a change; a clock that is put further ahead at once is taken for a wrong one.
        Instant from = instant("nextPassAt", state());
        for (int i = 0; i < 2; i++) {
            clock.skip(Duration.ofMinutes(30));
            LockSupport.parkNanos(Duration.ofSeconds(3).toNanos());
        }
        for (int pass = 1; pass <= PASSES; pass++) {
            pass(pass, from);
            from = instant("nextPassAt", state());
            clock.skip(Duration.ofMinutes(1));
        }
    }

    private void pass(int number, Instant from) throws Exception {
        double slowest = 0;
        JsonNode last = state().get("lastPass");
        while (!last.path("endedAt").isString() || instant("startedAt", last).isBefore(from)) {
            long began = System.nanoTime();
            caller.get("/api/v1/runs").expect(200);
            slowest = Math.max(slowest, seconds(began));
            LockSupport.parkNanos(20_000_000);
            last = state().get("lastPass");
        }
        Duration took = Duration.between(instant("startedAt", last), instant("endedAt", last));
        print("pass " + number + ", " + last.get("runs").asString() + " runs removed", took.toMillis() / 1e3);
        print("  slowest list meanwhile", slowest);
    }

    private JsonNode state() throws Exception {
        return caller.get(PATH).expect(200).json();
    }

    private static Instant instant(String name, JsonNode node) {
        return Instant.parse(node.get(name).asString());
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    private static void print(String what, double seconds) {
        System.out.printf(Locale.ROOT, "%-60s %10.2f s%n", what, seconds);
    }
}
