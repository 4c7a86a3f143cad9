// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** The figures of a run agree with those computed from the rules of DVD Store, within four standard deviations. */
@Tag("slow")
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN)
final class DvdStoreFiguresIT {
    private static final double ROLLBACKS = 0.0197;
    private static final double NEW_CUSTOMERS = 0.20;
    private static final double BROWSES_PER_ORDER = 3.0;
    /** Standard deviation of a uniform whole number from 1 to 5. */
    private static final double BROWSES_DEVIATION = Math.sqrt(2.0);

    private static final double NO_HISTORY = 0.549;
    private static final double SIGMAS = 4;
    /** Orders after which the run is ended, however long other tests beside this one make it take. */
    private static final long ENOUGH_ORDERS = 3000;

    private static final String LONGEST_STEADY = "4m";
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void rollbacksBrowsesNewCustomersAndHistoryAreAsCalculated() throws IOException, InterruptedException {
        try (LaunchedPlateau launched = LaunchedPlateau.start(
                folder,
                Map.of(),
                Quickstart.arguments(
                        folder,
                        "1s",
                        LONGEST_STEADY,
                        "1s",
                        "--set",
                        "workloads.store.load.users=16",
                        "--set",
                        "workloads.store.load.think=60ms"))) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            Await.until(PATIENCE, launched::everything, () -> purchases(run) > ENOUGH_ORDERS);
            launched.signal("INT");
            launched.awaitExit(PATIENCE);
            assertAsCalculated(run, launched);
        }
    }

    /** Those of the intervals that have been stored so far. */
    private static long purchases(RunFolder run) {
        long purchases = 0;
        for (JsonNode interval : run.lines("intervals.ndjson")) {
            for (JsonNode line : interval.path("workloads").path(0).path("lines")) {
                if (line.path("line").asString().equals("purchase")
                        && line.path("window").asString().equals("steady")) {
                    purchases +=
                            line.path("ok").asLong() + line.path("declined").asLong();
                }
            }
        }
        return purchases;
    }

    private static void assertAsCalculated(RunFolder run, LaunchedPlateau launched) {
        long purchases = ended(run, "purchase");
        long logins = ended(run, "login");
        long registrations = ended(run, "newCustomer");
        long browses = ended(run, "browseCategory") + ended(run, "browseActor") + ended(run, "browseTitle");
        JsonNode counters = run.json("result.json").path("workloads").path(0).path("counters");

        assertThat(purchases).as(launched.everything()).isGreaterThan(ENOUGH_ORDERS);
        assertShare("rollbacks", outcome(run, "purchase", "declined"), purchases, ROLLBACKS);
        assertShare("new customers", registrations, logins + registrations, NEW_CUSTOMERS);
        assertThat((double) browses / purchases)
                .isBetween(
                        BROWSES_PER_ORDER - SIGMAS * BROWSES_DEVIATION / Math.sqrt((double) purchases),
                        BROWSES_PER_ORDER + SIGMAS * BROWSES_DEVIATION / Math.sqrt((double) purchases));
        // Who has bought has a history, so the share falls while the run goes on: it starts at 54.9 %.
        double withoutHistory = counters.path("loginsWithoutHistory").asDouble() / logins;
        assertThat(withoutHistory).isLessThan(NO_HISTORY + SIGMAS * deviation(NO_HISTORY, logins));
        assertThat(withoutHistory).isGreaterThan(NO_HISTORY * Math.exp(-everyCustomerBuys(run)) - 0.05);
    }

    /** Mean orders per loaded customer by the end of the run: the share without history cannot fall faster. */
    private static double everyCustomerBuys(RunFolder run) {
        long orders = 0;
        for (JsonNode event : run.lines("events.ndjson")) {
            if (event.path("type").asString().equals("reconciliation")
                    && event.path("details").path("what").asString().startsWith("order rows")) {
                orders = event.path("details").path("actual").asLong();
            }
        }
        return orders / 20_000.0;
    }

    private static void assertShare(String what, long part, long whole, double expected) {
        assertThat((double) part / whole)
                .as("%s: %d of %d", what, part, whole)
                .isBetween(
                        expected - SIGMAS * deviation(expected, whole), expected + SIGMAS * deviation(expected, whole));
    }

    private static double deviation(double share, long count) {
        return Math.sqrt(share * (1 - share) / count);
    }

    private static long ended(RunFolder run, String operation) {
        return outcome(run, operation, "ok") + outcome(run, operation, "declined");
    }

    private static long outcome(RunFolder run, String operation, String outcome) {
        return RunFolder.count(run.json("result.json").path("workloads").path(0), operation, outcome);
    }
}
