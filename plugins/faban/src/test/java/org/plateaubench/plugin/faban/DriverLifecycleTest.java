// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.faban.driver.DriverContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Draws;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.Deadline;
import org.plateaubench.testkit.SingleCall;

/** The calls of a driver, and the outcomes of its requests to a server on real sockets. */
final class DriverLifecycleTest {
    private static final String RUN_XML = """
            <shop xmlns:fa="urn:a" xmlns:fd="urn:d">
              <fa:runConfig>
                <fa:scale>7</fa:scale>
                <fd:driverConfig name="RecordingDriver">
                  <properties>
                    <property name="street"><value>High</value><value>Low</value></property>
                    <property><name>city</name><value>Bruges</value></property>
                  </properties>
                </fd:driverConfig>
                <fd:driverConfig name="Other">
                  <properties><property name="city">Ghent</property></properties>
                </fd:driverConfig>
              </fa:runConfig>
            </shop>
            """;

    private final FabanPlugin workload = new FabanPlugin();
    private final Map<String, String> properties = new HashMap<>();
    private final List<WorkloadSession> sessions = new ArrayList<>();
    private final List<Driver> drivers = new ArrayList<>();
    private WebShop shop;
    private Path jar = Path.of("");

    @TempDir
    private Path folder = Path.of("");

    /** Records its observations; an intended start before 100 ns is in the ramp-up. */
    private static final class RecordingUser extends CountingUser {
        private final List<String> observed = new CopyOnWriteArrayList<>();
        private @Nullable Thread background;

        RecordingUser(int user) {
            super(user);
        }

        @Override
        public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
            assertThat(endNanos).isBetween(startNanos, nanoTime());
            observed.add(series + " " + outcome.kind() + " " + outcome.reason());
        }

        @Override
        public void background(String name, BackgroundTask task) {
            background = Thread.ofVirtual().start(() -> {
                try {
                    task.run();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (Exception e) {
                    observed.add(name + " " + e);
                }
            });
        }

        void endBackground() throws InterruptedException {
            Thread started = Objects.requireNonNull(background);
            started.interrupt();
            started.join();
        }

        @Override
        public Phase phaseAt(long nanos) {
            return nanos < 100 ? Phase.RAMP_UP : Phase.STEADY;
        }
    }

    private record Call(int operation, long intendedNanos) implements SingleCall {
        @Override
        public long unitNumber() {
            return 0;
        }

        @Override
        public Draws draws() {
            return Draws.of(5);
        }
    }

    @BeforeEach
    void start() throws IOException {
        shop = new WebShop();
        properties.put("shop", shop.address());
        jar = DriverJar.deployed(folder, DriverJar.of(folder, "RecordingDriver", "TwoDriversBenchmark", "OtherDriver"));
    }

    @AfterEach
    void stop() throws Exception {
        for (Driver driver : drivers) {
            driver.close();
        }
        for (WorkloadSession session : sessions) {
            session.close();
        }
        shop.close();
    }

    /** Returns a connected driver, which is closed at the end of the test. */
    private Driver connectedDriver(RecordingUser user) throws Exception {
        WorkloadSession session = workload.open(context());
        sessions.add(session);
        Driver driver = session.driver(user);
        drivers.add(driver);
        driver.connect();
        return driver;
    }

    private WorkloadContext<FabanParameters> context() throws IOException {
        Path xml = Files.writeString(folder.resolve("run.xml"), RUN_XML);
        FabanParameters parameters =
                new FabanParameters(jar.toString(), "", "RecordingDriver", xml.toString(), properties, 0, 1);
        return new WorkloadContext<>(1, "recording", parameters, null, 4, 42);
    }

    /** Returns the events that a driver has recorded, from the class that the run has loaded. */
    @SuppressWarnings("unchecked")
    private List<String> events(String driver) throws Exception {
        return (List<String>) workload.benchmark(jar.toString())
                .type("example." + driver)
                .getField("EVENTS")
                .get(null);
    }

    @Test
    void onceBeforeAndAfterRunOnFirstUser() throws Exception {
        RecordingUser firstUser = new RecordingUser(0);
        RecordingUser secondUser = new RecordingUser(1);
        WorkloadSession session = workload.open(context());
        Driver first = session.driver(firstUser);
        Driver second = session.driver(secondUser);
        second.connect();
        first.connect();
        first.close();
        second.close();
        session.close();

        assertThat(events("RecordingDriver"))
                .containsExactly(
                        "made 0 of 4, scale 2",
                        "before 0 Bruges High+Low 7",
                        "words one two three",
                        "made 1 of 4, scale 2",
                        "after 0");
    }

    @Test
    void operationsSeeSteadyStateAndResponses() throws Exception {
        RecordingUser user = new RecordingUser(1);
        WorkloadSession session = workload.open(context());
        Driver driver = session.driver(user);
        driver.connect();
        List<String> events = events("RecordingDriver");
        events.clear();
        assertThat(driver.execute(new Call(0, 50))).isEqualTo(Outcome.ok());
        assertThat(driver.execute(new Call(0, 150))).isEqualTo(Outcome.ok());
        assertThat(driver.execute(new Call(1, 150))).isEqualTo(Outcome.ok());

        String draw = events.getFirst().substring("Visit steady false ".length());
        assertThat(events)
                .containsExactly(
                        "Visit steady false " + draw,
                        "status 302 to /home cookie 1",
                        "found true parts ab bytes 20",
                        "status 404",
                        "Visit steady true " + draw,
                        "status 302 to /home cookie 1",
                        "found true parts ab bytes 20",
                        "status 404");
        assertThat(shop.requests())
                .startsWith("GET /moved", "GET /moved;visit=1", "GET /home;visit=1", "GET /missing;visit=1");
        assertThat(user.observed).containsExactly("Visit-timed OK ", "Visit-timed OK ", "Manual-timed OK ");
        assertThat(user.counted("httpRequests")).isEqualTo(8);
        driver.close();
        session.close();
    }

    @ParameterizedTest
    @CsvSource({
        "io, io, the page is not that of the user",
        "runtime, exception, java.lang.RuntimeException: wrong title",
        "own, exception, example.RecordingDriver$Own: own message",
        "refused, connect-refused, 127.0.0.1"
    })
    void driverExceptionFailsTheOperation(String failure, String reason, String message) throws Exception {
        properties.put("failure", failure);
        RecordingUser user = new RecordingUser(1);
        Driver driver = connectedDriver(user);
        Outcome outcome = driver.execute(new Call(2, 150));

        assertThat(outcome.reason()).isEqualTo(reason);
        assertThat(outcome.message()).contains(message);
        assertThat(outcome.connectionLost()).isFalse();
        assertThat(user.observed).containsExactly("Fail-timed ERROR " + reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "fatal"})
    void driverErrorIsThrown(String failure) throws Exception {
        properties.put("failure", failure);
        Driver driver = connectedDriver(new RecordingUser(1));
        assertThatThrownBy(() -> driver.execute(new Call(2, 150))).isInstanceOf(RuntimeException.class);
    }

    @Test
    void operationWithoutRecordedTimeFails() throws Exception {
        properties.put("omitsTimes", "yes");
        Driver driver = connectedDriver(new RecordingUser(1));
        assertThatThrownBy(() -> driver.execute(new Call(1, 150)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Operation Manual (example.RecordingDriver.manual)")
                .hasMessageContaining("recordTime()");
    }

    @Test
    void userContinuesAfterTimeout() throws Exception {
        RecordingUser user = new RecordingUser(1);
        Driver driver = connectedDriver(user);
        int before = shop.requests().size();
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        AutoCloseable silence = shop.stopAnswering();
        Thread running = Thread.ofPlatform().daemon().start(() -> {
            try {
                outcome.complete(driver.execute(new Call(0, 150)));
            } catch (Exception e) {
                outcome.completeExceptionally(e);
            }
        });
        Deadline.until("the shop receives a request", () -> shop.requests().size() > before);
        driver.abort();

        assertThat(outcome.get(20, TimeUnit.SECONDS).reason()).isEqualTo(Outcome.TIMEOUT);
        assertThat(user.observed).containsExactly("Visit-timed ERROR timeout");
        silence.close();
        running.join();
        driver.connect();
        assertThat(driver.execute(new Call(0, 150))).isEqualTo(Outcome.ok());
    }

    @Test
    void basicWebWorkloadDriverRuns() throws Exception {
        jar = DriverJar.of(Files.createDirectories(folder.resolve("basic")), "BasicDriver");
        properties.put("hosts", shop.address().replace("http://", "") + " other");
        FabanParameters parameters = DriverJar.parameters(jar, properties);
        assertThat(workload.check(parameters)).isEmpty();
        RecordingUser user = new RecordingUser(0);
        WorkloadSession session = workload.open(new WorkloadContext<>(1, "basic", parameters, null, 1, 42));
        Driver driver = session.driver(user);
        driver.connect();
        assertThat(driver.execute(new Call(1, 150))).isEqualTo(Outcome.ok());
        driver.close();
        session.close();

        assertThat(events("BasicDriver"))
                .containsExactly("operation 1 of 2 Second", "other null", "page true 20 20 bytes Content-Length: 20");
    }

    @Test
    void customMetricsAreJudgedAfterLastUser() throws Exception {
        RecordingUser firstUser = new RecordingUser(0);
        RecordingUser secondUser = new RecordingUser(1);
        WorkloadSession session = workload.open(context());
        Driver first = session.driver(firstUser);
        Driver second = session.driver(secondUser);
        first.connect();
        second.connect();
        first.execute(new Call(0, 150));
        first.close();
        assertThat(firstUser.observed).doesNotContain("customMetrics ERROR missed");
        second.close();
        session.close();

        // One user read 3 pages, and the target is 4.
        assertThat(secondUser.observed).containsExactly("customMetrics ERROR missed", "customMetricsMissed OK ");
    }

    /** The harness uses the parent of the driver's class loader to attribute the driver's output to the plugin. */
    @Test
    void driverSeesFabanInterfaceButNotSpi() throws Exception {
        ClassLoader loader = workload.benchmark(jar.toString()).loader();

        assertThat(loader.getParent()).isEqualTo(FabanPlugin.class.getClassLoader());
        assertThat(loader.loadClass("com.sun.faban.driver.DriverContext")).isEqualTo(DriverContext.class);
        assertThatThrownBy(() -> loader.loadClass("org.plateaubench.spi.Driver"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    /** Parts of forms, counts of the run, buckets of users and dates, which the drivers of Olio use. */
    @Test
    void driversPostPartsAndReadRunCounts() throws Exception {
        Path sources = Path.of("src/test/drivers/posting");
        FabanParameters parameters = DriverJar.parameters(
                DriverJar.compiledAlone(
                        folder,
                        sources,
                        "example/Posting.class",
                        "example/Posting$Counts.class",
                        "org/apache/commons/httpclient/methods/multipart/Part.class"),
                properties);
        assertThat(workload.check(parameters)).isEmpty();
        RecordingUser user = new RecordingUser(0);
        WorkloadSession session = workload.open(new WorkloadContext<>(1, "posting", parameters, null, 1, 42));
        Driver driver = session.driver(user);
        driver.connect();
        for (long instant : new long[] {50, 150, 200}) {
            assertThat(driver.execute(new Call(0, instant))).isEqualTo(Outcome.ok());
        }
        driver.close();
        session.close();

        assertThat(shop.requests()).containsOnly("POST /post one,two").hasSize(3);
        assertThat(user.observed).endsWith("customMetrics OK ");
    }

    @Test
    void driversRunBackgroundOperations() throws Exception {
        jar = DriverJar.of(Files.createDirectories(folder.resolve("routine")), "RoutineDriver");
        FabanParameters parameters = DriverJar.parameters(jar, properties);
        assertThat(workload.check(parameters)).isEmpty();
        PhaseTimes phases =
                new PhaseTimes(Duration.ofSeconds(2), Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ZERO);
        RecordingUser user = new RecordingUser(0);
        WorkloadSession session = workload.open(new WorkloadContext<>(
                1, "routine", parameters, null, 1, 42, Map.of(), new WorkloadContext.Run("1", phases)));
        Driver driver = session.driver(user);
        driver.connect();
        assertThat(events("RoutineDriver")).containsExactly("phases 2 3 1 at 2000 2000000000");
        assertThat(driver.execute(new Call(0, 150))).isEqualTo(Outcome.ok());
        assertThat(driver.execute(new Call(1, 150))).isEqualTo(Outcome.ok());
        Deadline.until(
                "three polls have ended", () -> Collections.frequency(user.observed, "Poll-background OK ") >= 3);
        user.endBackground();
        driver.close();
        session.close();

        assertThat(user.observed).contains("Page-timed OK ", "Missing-timed OK ");
        assertThat(user.counted("failedAnswers")).isOne();
        assertThat(user.counted("answers")).isGreaterThanOrEqualTo(5);
        assertThat(workload.define(parameters).measures())
                .filteredOn(measure -> measure.name().equals("Poll-background"))
                .extracting(measure -> measure.limits().toString())
                .containsExactly("[p90 <= 500ms]");
    }

    /** Plateau does not call classes for Faban's harness, so they may use classes that Plateau does not have. */
    @Test
    void unsupportedAnnotationsAreIgnored() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("delayed"));
        Files.writeString(
                sources.resolve("Delayed.java"),
                "package example; import com.sun.faban.driver.*;"
                        + " @BenchmarkDefinition(name = \"B\", version = \"1\")"
                        + " @BenchmarkDriver(name = \"D\", threadPerScale = 3) @InitialDelay(max = 100) public class Delayed"
                        + " { @BenchmarkOperation(name = \"A\", countToMetric = false) public void a() { System.exit(1); } }");
        Files.writeString(
                sources.resolve("Starter.java"),
                "package example; public class Starter { Object context = new com.sun.faban.harness.RunContext(); }");
        Files.writeString(
                sources.resolve("RunContext.java"), "package com.sun.faban.harness; public class RunContext {}");
        FabanParameters parameters = DriverJar.parameters(
                DriverJar.compiledAlone(folder, sources, "example/Delayed.class", "example/Starter.class"), Map.of());

        assertThat(workload.check(parameters)).isEmpty();
        assertThat(workload.define(parameters).operations())
                .extracting(OperationDefinition::description)
                .containsExactly("operation A of D, which the metric of Faban does not count");
    }

    @Test
    void oneOfSeveralDriversMustBeNamed() throws Exception {
        FabanParameters unnamed = DriverJar.parameters(jar, Map.of());

        assertThat(workload.check(unnamed))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .contains("has the drivers example.RecordingDriver, example.OtherDriver"));
    }
}
