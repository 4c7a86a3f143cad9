// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Phase;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Programs run as a scenario defines, and their output becomes figures or an error. */
@Timeout(60)
class ToolWorkloadTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folder = Path.of("");

    static ToolParameters parameters(Path folder, String scenario) {
        Map<String, Object> tree = new LinkedHashMap<>();
        ((Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(scenario))
                .forEach((key, value) -> tree.put(String.valueOf(key), value));
        return new ToolParameters(tree, folder.toString(), Duration.ofSeconds(2));
    }

    /** A user whose run has 10 s of ramp-up and 30 s of steady state, and is at a settable instant. */
    private static final class User extends CountingUser {
        private final Map<String, LongSupplier> gauges = new ConcurrentHashMap<>();
        private final Map<Long, Long> times = new TreeMap<>();
        private volatile long now = 11 * SECOND;

        User() {
            super(0);
        }

        @Override
        public void gauge(String name, LongSupplier level) {
            gauges.put(name, level);
        }

        @Override
        public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
            times.merge(endNanos - startNanos, 1L, Long::sum);
        }

        @Override
        public long nanoTime() {
            now += 5_000_000;
            return now;
        }

        @Override
        public Phase phaseAt(long nanos) {
            return nanos < 10 * SECOND ? Phase.RAMP_UP : nanos < 40 * SECOND ? Phase.STEADY : Phase.RAMP_DOWN;
        }
    }

    private record Opened(User user, WorkloadSession session, Driver driver) implements AutoCloseable {
        Outcome run() throws Exception {
            driver.prepareOperation(new FirstCall());
            return driver.execute(new FirstCall());
        }

        @Override
        public void close() {
            try {
                driver.close();
                session.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private record FirstCall() implements SingleCall {
        @Override
        public int operation() {
            return 0;
        }

        @Override
        public long unitNumber() {
            return 0;
        }

        @Override
        public Draws draws() {
            return Draws.of(1);
        }
    }

    private Opened open(String scenario) throws Exception {
        User user = new User();
        WorkloadSession session =
                new ToolWorkload().open(new WorkloadContext<>(1, "disk", parameters(folder, scenario), null, 1, 7));
        Driver driver = session.driver(user);
        driver.connect();
        return new Opened(user, session, driver);
    }

    private Outcome outcome(String scenario) throws Exception {
        try (Opened opened = open(scenario)) {
            return opened.run();
        }
    }

    @Test
    void figuresAreReadFromOutput() throws Exception {
        String scenario = """
                steps:
                  - run:
                      - printf
                      - '%s\\n'
                      - '{"iops": 1234.5, "bins": {"1000": 3, "2000000": 2}}'
                    figures:
                      iops: { json: $.iops, unit: kIOPS, scale: 0.001, atLeast: 1 }
                      twice: { regex: '"iops": ([0-9.]+)' }
                    times:
                      latency: { json: $.bins, unit: ns, limits: [p95 < 5ms] }
                """;
        try (Opened opened = open(scenario)) {
            assertThat(opened.run()).isEqualTo(Outcome.ok());
            assertThat(opened.run()).isEqualTo(Outcome.ok());

            assertThat(opened.user().counted("iops-sum")).isEqualTo(2 * 1_234_500L);
            assertThat(opened.user().counted("twice-sum")).isEqualTo(2 * 1_234_500_000L);
            assertThat(opened.user().counted("measured-runs")).isEqualTo(2);
        }
        List<CheckDefinition> checks =
                new ToolWorkload().define(parameters(folder, scenario)).checks();
        assertThat(checks)
                .filteredOn(each -> each.name().equals("measured-runs"))
                .singleElement()
                .satisfies(each -> assertThat(each.holds(0)).isFalse());
        CheckDefinition check = checks.stream()
                .filter(each -> each.name().equals("iops"))
                .findFirst()
                .orElseThrow();
        assertThat(check.factor() * 2 * 1_234_500 / 2).isEqualTo(1.2345);
        assertThat(check.lower()).isEqualTo(1);
    }

    @Test
    void histogramTimesAreObserved() throws Exception {
        try (Opened opened = open("""
                steps:
                  - run: [echo, '{ "1000": 3, "2000": 2 }']
                    times: { latency: { json: $, unit: ns } }
                """)) {
            assertThat(opened.run()).isEqualTo(Outcome.ok());
            assertThat(opened.user().times).isEqualTo(Map.of(1000L, 3L, 2000L, 2L));
        }
        try (Opened opened = open("""
                steps:
                  - run: "echo 'time=1.5 ms'; echo; echo 'time=2 ms'"
                    times: { latency: { regex: "time=([0-9.]+)" } }
                """)) {
            assertThat(opened.run()).isEqualTo(Outcome.ok());
            assertThat(opened.user().times.values().stream().mapToLong(n -> n).sum())
                    .isEqualTo(2);
        }
    }

    @Test
    void csvColumnIsReadFromLastRow() throws Exception {
        try (Opened opened = open("""
                steps:
                  - run: "echo intro; echo 'cpu,\\"rate\\"'; echo 1,5; echo 2,6.5; echo end"
                    figures: { rate: { csv: rate } }
                """)) {
            assertThat(opened.run()).isEqualTo(Outcome.ok());
            assertThat(opened.user().counted("rate-sum")).isEqualTo(6_500_000);
        }
    }

    @Test
    void levelIsReadFromLastMatchingLine() throws Exception {
        try (Opened opened = open("""
                steps:
                  - run: "echo 'at 5 MB/s'; echo 'at 7 MB/s'; echo end"
                    levels: { speed: { regex: "at ([0-9]+) MB/s", unit: kB/s, scale: 1000 } }
                """)) {
            assertThat(opened.run()).isEqualTo(Outcome.ok());
            assertThat(opened.user().gauges.get("speed").getAsLong()).isEqualTo(7000);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo a; echo 'iops=12,5' | no-figure | iops is '12,5', not a number from 0 to 1e12 with a decimal point; line 2 is 'iops=12,5'; a program
            echo 'iops=1.2.3'      | no-figure | iops is '1.2.3'
            echo 'iops=nan'        | no-figure | iops is 'nan'
            echo 'other=1'         | no-figure | the output has no iops; its only line is 'other=1'
            echo a; echo; echo b; echo c >&2 | no-figure | no iops; line 1 is 'a', and the last line 3 is 'b'; on standard error: c
            true                   | no-figure | it printed nothing
            echo broken >&2; exit 3 | exit-3    | ended with exit code 3: broken
            echo half; kill -9 $$  | exit-137  | /bin/sh was ended by signal 9; its only line is 'half'
            no-such-program-here   | not-installed | no-such-program-here
            """)
    void unexpectedOutputIsAnError(String command, String errorClass, String words) throws Exception {
        Outcome outcome = outcome("""
                steps:
                  - run: "%s"
                    figures: { iops: { regex: "iops=(.+)" } }
                """.formatted(command.strip()));

        assertThat(outcome.reason()).isEqualTo(errorClass);
        assertThat(outcome.message()).contains(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            figures: { iops: { json: $.iops } }        | no iops, since the answer is not JSON
            times: { latency: { json: $.iops } }       | no latency, since the answer is not JSON
            levels: { speed: { regex: 'at (\\d+)' } }  | the output has no speed
            levels: { speed: { regex: 'the (\\w+)' } } | speed is 'queue', not a number
            """)
    void outputWithoutTheFigureIsQuoted(String measured, String words) throws Exception {
        Outcome outcome = outcome("""
                steps:
                  - run: "echo 'note: the queue is short'; echo '{\\"iops\\": 7}'"
                    %s
                """.formatted(measured.replace("'", "\"").replace("\\", "\\\\")));

        assertThat(outcome.reason()).isEqualTo("no-figure");
        assertThat(outcome.message()).contains(words, "line 1 is 'note: the queue is short'");
    }

    @Test
    void unsupportedVersionIsRefused() throws Exception {
        String scenario = """
                variables: { shell: /bin/sh }
                steps:
                  - run: [true]
                    versions:
                      first: { run: "echo >&2; echo tool-1 >&2; exit 1" }
                      group: { run: ["${shell}", -c, "echo 'other, version 3.33 (2022)'"], regex: "version (3\\\\.\\\\S+)" }
                """;
        try (Opened opened = open(scenario)) {
            assertThat(opened.session().versions()).isEqualTo(Map.of("first", "tool-1", "group", "3.33"));
        }
        assertThatThrownBy(() -> open(scenario.replace("3.33", "2.1")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("did not print a version of group for which this scenario is made")
                .hasMessageContaining("'version (3\\.\\S+)'); its only line is 'other, version 2.1 (2022)'; install");
    }

    @Test
    void exitCodesCanMeanDeclinedOrOk() throws Exception {
        assertThat(outcome("steps: [{ run: exit 2, declined: { exit: 2, reason: busy } }]"))
                .isEqualTo(Outcome.declined("busy"));
        assertThat(outcome("steps: [{ run: exit 2, check: { exit: 1..2 } }]")).isEqualTo(Outcome.ok());
        assertThat(outcome("steps: [{ run: exit 3, declined: { exit: 2 } }]").reason())
                .isEqualTo("exit-3");
    }

    @Test
    void missingProgramIsNamedBeforeLoad() {
        assertThatThrownBy(() -> open("steps: [{ run: [no-such-program] }]"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no-such-program is not installed on this host");
    }

    @Test
    void programWithTooMuchOutputIsKilled() throws Exception {
        Outcome outcome = outcome("steps: [{ run: [yes] }]");

        assertThat(outcome.reason()).isEqualTo("output-limit");
        assertThat(outcome.message()).contains("more than 16 MiB");
    }

    @Test
    void daemonsEndWithProgram() throws Exception {
        assertThat(outcome("""
                steps:
                  - run: |
                      setsid sh -c 'setsid sleep 1000 & echo $! >child.pid; mv child.pid started.pid; exec sleep 1000' &
                      until [ -e started.pid ]; do :; done
                """)).isEqualTo(Outcome.ok());
        assertHasEnded(folder.resolve("started.pid"));
    }

    @Test
    void abortEndsProgramAndChildren() throws Exception {
        Path pid = folder.resolve("child.pid");
        try (Opened opened = open("""
                steps:
                  - run: trap '' TERM; sleep 1000 & echo $! >child.pid; wait
                """)) {
            Thread aborter = Thread.ofVirtual().start(() -> {
                while (!Files.exists(pid) && !Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
                opened.driver().abort();
            });
            assertThat(opened.run().reason()).startsWith("exit-");
            aborter.join();
        }
        assertHasEnded(pid);
    }

    private static void assertHasEnded(Path pid) throws IOException {
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                .ifPresent(child -> assertThat(child.onExit()
                                .completeOnTimeout(child, 10, TimeUnit.SECONDS)
                                .join()
                                .isAlive())
                        .isFalse());
    }

    @Test
    void secondsVariableFitsRemainingPhase() throws Exception {
        try (Opened opened = open("steps: [{ run: 'echo s=${seconds}', figures: { s: { regex: 's=(.*)' } } }]")) {
            opened.user().now = SECOND / 2;
            opened.run();
            assertThat(opened.user().counted("s-sum")).isZero();
            assertThat(opened.driver().isDone()).isFalse();

            opened.user().now = 10 * SECOND + 1;
            opened.run();
            assertThat(opened.user().counted("s-sum")).isEqualTo(27_000_000);
            assertThat(opened.driver().isDone()).isTrue();
        }
    }

    @Test
    void problemsAreLocated() {
        List<Finding> findings = new ToolWorkload().check(parameters(folder, """
                steps:
                  - run: []
                    figures: { a: { json: iops }, b: { unit: x }, C: { csv: c }, a-sum: { csv: c } }
                    times: { a: { regex: "(" , limits: [p95] } }
                """));

        assertThat(findings.stream().map(each -> each.parameter() + " " + each.message()))
                .anySatisfy(each -> assertThat(each).contains("scenario.steps[0].run", "There is no program"))
                .anySatisfy(each -> assertThat(each).contains("figures.a.json", "is not a supported JSON path"))
                .anySatisfy(each -> assertThat(each).contains("figures.b", "exactly one of json, regex and csv"))
                .anySatisfy(each -> assertThat(each).contains("figures.a-sum", "is the name of a counter"))
                .anySatisfy(each -> assertThat(each).contains("figures.C", "cannot be the name of a figure"))
                .anySatisfy(each -> assertThat(each).contains("times.a.limits"))
                .anySatisfy(each -> assertThat(each).contains("times.a.regex", "is not a regular expression"));
    }
}
