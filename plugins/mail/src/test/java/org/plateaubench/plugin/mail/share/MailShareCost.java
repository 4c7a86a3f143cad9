// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.share;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.server.Await;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.WorkloadSession;

/**
 * What each operation takes of the client's processor beside how long it lasts on real servers, and beside the same bytes
 * over bare sockets, turn by turn. Not part of the tests: {@code verification/mail-share} runs it. Arguments: an empty
 * folder, rounds, {@code none} or {@code tls}, operations of a turn, and what mailboxes hold.
 */
final class MailShareCost {
    /** Far from the numbers of those that are timed: they make names. */
    private static final long RECORDED = 1_000_000;

    private static final int WARM_UP = 3;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Driver driver;
    private final BareReplay bare;
    private final int each;
    private long number;

    private MailShareCost(Driver driver, BareReplay bare, int each) {
        this.driver = driver;
        this.bare = bare;
        this.each = each;
    }

    /** Microseconds of one operation. */
    private record Turn(double elapsed, double processor, double preparing, double bare) {}

    /** Runs and prints. */
    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[1]);
        Security security = arguments[2].equals("tls") ? Security.TLS : Security.NONE;
        int each = Integer.parseInt(arguments[3]);
        try (MailBench bench = MailBench.start(Path.of(arguments[0]), security, Fill.valueOf(arguments[4]), true);
                Wire wire = new Wire();
                BareReplay bare = new BareReplay()) {
            Map<MailOperation, List<Wire.Step>> steps = recorded(bench, wire);
            WorkloadSession session = MailBench.workload().open(bench.direct());
            Driver driver = session.driver(MailBench.user());
            driver.connect();
            new MailShareCost(driver, bare, each).print(rounds, steps);
            driver.close();
            session.close();
        }
    }

    private static Map<MailOperation, List<Wire.Step>> recorded(MailBench bench, Wire wire) throws Exception {
        Map<MailOperation, List<Wire.Step>> steps = new EnumMap<>(MailOperation.class);
        WorkloadSession session = MailBench.workload().open(bench.noted(wire));
        Driver driver = session.driver(MailBench.user());
        driver.connect();
        for (MailOperation operation : MailOperation.values()) {
            // The first of an agent may have to find out what servers can do.
            execute(driver, operation, 2 * RECORDED + MailBench.index(operation));
            awaitEndOfOthers(wire);
            wire.take();
            execute(driver, operation, RECORDED + MailBench.index(operation));
            awaitEndOfOthers(wire);
            steps.put(operation, wire.take());
        }
        driver.close();
        session.close();
        return steps;
    }

    private static <T> T recorded(Map<MailOperation, T> values, MailOperation operation) {
        return Objects.requireNonNull(values.get(operation), operation::title);
    }

    private static void awaitEndOfOthers(Wire wire) throws Exception {
        Await.until("other connections have ended", () -> wire.open() == 1);
    }

    private static void execute(Driver driver, MailOperation operation, long number) throws Exception {
        OperationCall call = MailBench.call(operation, number);
        driver.prepareOperation(call);
        perform(driver, call, operation);
    }

    private static void perform(Driver driver, OperationCall call, MailOperation operation) throws Exception {
        Outcome outcome = driver.execute(call);
        if (!outcome.equals(Outcome.ok())) {
            throw new IllegalStateException(operation + ": " + outcome);
        }
    }

    private void print(int rounds, Map<MailOperation, List<Wire.Step>> steps) throws Exception {
        Map<MailOperation, Turn[]> turns = new EnumMap<>(MailOperation.class);
        for (int round = -WARM_UP; round < rounds; round++) {
            for (MailOperation operation : MailOperation.values()) {
                Turn turn = turn(operation, recorded(steps, operation));
                if (round >= 0) {
                    turns.computeIfAbsent(operation, key -> new Turn[rounds])[round] = turn;
                }
            }
        }
        say(
                "| operation | asks | bytes out | bytes in | lasts, us | of it processor, us | share | before its time, us |"
                        + " bare sockets, us | ratio |");
        say("|---|---|---|---|---|---|---|---|---|---|");
        for (MailOperation operation : MailOperation.values()) {
            say(row(operation, recorded(steps, operation), recorded(turns, operation)));
        }
    }

    private static String row(MailOperation operation, List<Wire.Step> steps, Turn[] turns) {
        double elapsed = median(Arrays.stream(turns).mapToDouble(Turn::elapsed).toArray());
        double processor =
                median(Arrays.stream(turns).mapToDouble(Turn::processor).toArray());
        double bare = median(Arrays.stream(turns).mapToDouble(Turn::bare).toArray());
        double share = median(Arrays.stream(turns)
                .mapToDouble(turn -> turn.processor() / turn.elapsed())
                .toArray());
        double ratio = median(Arrays.stream(turns)
                .mapToDouble(turn -> turn.processor() / turn.bare())
                .toArray());
        double preparing =
                median(Arrays.stream(turns).mapToDouble(Turn::preparing).toArray());
        return String.format(
                "| `%s` | %d | %,d | %,d | %,.0f | %.0f | %.1f %% | %.0f | %.0f | %.2f |",
                operation.title(),
                steps.stream().filter(step -> step.what() == Wire.What.ASK).count(),
                bytes(steps, Wire.What.ASK),
                bytes(steps, Wire.What.ANSWER),
                elapsed,
                processor,
                100 * share,
                preparing,
                bare,
                ratio);
    }

    private static int bytes(List<Wire.Step> steps, Wire.What what) {
        return steps.stream()
                .filter(step -> step.what() == what)
                .mapToInt(Wire.Step::bytes)
                .sum();
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }

    private Turn turn(MailOperation operation, List<Wire.Step> steps) throws Exception {
        long elapsed = 0;
        long processor = 0;
        long preparing = 0;
        for (int i = 0; i < each; i++) {
            OperationCall call = MailBench.call(operation, number++);
            long first = THREADS.getCurrentThreadCpuTime();
            driver.prepareOperation(call);
            long second = THREADS.getCurrentThreadCpuTime();
            long start = System.nanoTime();
            perform(driver, call, operation);
            elapsed += System.nanoTime() - start;
            processor += THREADS.getCurrentThreadCpuTime() - second;
            preparing += second - first;
        }
        long played = 0;
        for (int i = 0; i < each; i++) {
            bare.prepare(steps);
            long before = THREADS.getCurrentThreadCpuTime();
            bare.play(steps);
            played += THREADS.getCurrentThreadCpuTime() - before;
        }
        double each1000 = each * 1e3;
        return new Turn(elapsed / each1000, processor / each1000, preparing / each1000, played / each1000);
    }

    @SuppressWarnings("SystemOut")
    private static void say(String line) {
        System.out.println(line);
    }
}
