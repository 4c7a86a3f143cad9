// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;
import org.plateaubench.testkit.TlsServer;

/** Each kind of source, with a real Prometheus, JVM, SNMP agent and program, and with faulty ones. */
@Tag("slow")
final class TelemetrySourcesTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private String type = "text/plain; version=0.0.4";

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable closeable : open.reversed()) {
            closeable.close();
        }
        processes.forEach(Process::destroyForcibly);
    }

    private <P extends Record> TelemetrySource source(ObservedServiceType<P> kind, P parameters) throws Exception {
        assertThat(kind.check(SutContext.Mode.EXTERNAL, parameters)).isEmpty();
        SutAddress address = kind.create(
                        new SutContext<>("seen", SutContext.Mode.EXTERNAL, parameters, folder, Map.of()))
                .start(Progress.SILENT);
        TelemetrySource source = kind.open(address);
        open.add(source::close);
        return source;
    }

    private Process start(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        processes.add(process);
        return process;
    }

    private static int freePort() throws IOException {
        try {
            return Ports.free();
        } catch (SutException e) {
            throw new IOException(e);
        }
    }

    private static Sample named(Map<String, Sample> samples, String name) {
        return requireNonNull(samples.get(name), name);
    }

    /** The first sample that arrives; servers take a while to start. */
    private static Map<String, Sample> first(TelemetrySource source) throws InterruptedException {
        long until = System.nanoTime() + LIMIT.toNanos();
        Exception last = null;
        while (System.nanoTime() < until) {
            try {
                List<Sample> samples = source.sample();
                if (!samples.isEmpty()) {
                    Map<String, Sample> byName = new LinkedHashMap<>();
                    samples.forEach(sample -> byName.put(sample.series(), sample));
                    return byName;
                }
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                last = e; // The server may not have started yet.
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        throw new AssertionError("no sample arrived", last);
    }

    private static PrometheusParameters metrics(int port, String... names) {
        return new PrometheusParameters(
                "http://127.0.0.1:" + port + "/metrics", List.of(names), "", "", "", "", ClientCertificate.NONE, EVERY);
    }

    @Test
    void clientCertificateIsPresentedOnDemand() throws Exception {
        ServerCertificate certificate = ServerCertificate.in(folder.resolve("tls"));
        TlsServer server = new TlsServer(
                certificate.certificate(),
                certificate.key(),
                certificate.authority(),
                true,
                exchange -> answer(exchange, "up 1\n"));
        open.add(server);
        ClientCertificate own = new ClientCertificate(
                certificate.certificate().toString(), certificate.key().toString(), "");
        assertThat(first(source(new PrometheusScrape(), encrypted(server, certificate, own))))
                .containsKey("up");
        TelemetrySource without =
                source(new PrometheusScrape(), encrypted(server, certificate, ClientCertificate.NONE));
        assertThatThrownBy(without::sample)
                .hasMessageContaining("the server requires a client certificate")
                .hasMessageContaining("set 'clientCertificate'");
    }

    private static PrometheusParameters encrypted(
            TlsServer server, ServerCertificate certificate, ClientCertificate own) {
        return new PrometheusParameters(
                "https://127.0.0.1:" + server.port() + "/metrics",
                List.of("up"),
                "",
                "",
                "",
                certificate.authority().toString(),
                own,
                EVERY);
    }

    @Test
    void realPrometheusIsScraped() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/prometheus")),
                "prometheus is not installed; ./verify installs it");
        Files.writeString(folder.resolve("prometheus.yml"), "scrape_configs: []\n");
        int port = freePort();
        Process server = start(
                "/usr/bin/prometheus",
                "--config.file=prometheus.yml",
                "--storage.tsdb.path=data",
                "--web.listen-address=127.0.0.1:" + port);
        TelemetrySource source = source(
                new PrometheusScrape(),
                metrics(port, "go_goroutines", "process_cpu_seconds_total", "go_gc_duration_*"));

        Map<String, Sample> samples = first(source);
        assertThat(named(samples, "go_goroutines").cumulative()).isFalse();
        assertThat(named(samples, "go_goroutines").value()).isPositive();
        assertThat(named(samples, "process_cpu_seconds_total").cumulative()).isTrue();
        assertThat(named(samples, "process_cpu_seconds_total").unit()).isEqualTo("s");
        assertThat(named(samples, "go_gc_duration_seconds_count").cumulative())
                .as("the count of a summary")
                .isTrue();

        server.destroyForcibly().waitFor();
        TelemetrySource gone = source(new PrometheusScrape(), metrics(port, "go_goroutines"));
        assertThatThrownBy(gone::sample)
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageContaining("no connection");
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private TelemetrySource metricsSource(String text, String... names) throws Exception {
        return metricsSource(() -> text, names);
    }

    private TelemetrySource metricsSource(Supplier<String> texts, String... names) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        server.createContext("/metrics", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            answer(exchange, texts.get());
        });
        server.start();
        open.add(() -> server.stop(0));
        return source(new PrometheusScrape(), metrics(server.getAddress().getPort(), names));
    }

    @Test
    void invalidTimestampsAndFormatsAreRefused() throws Exception {
        long now = Instant.now().toEpochMilli();
        assertThatThrownBy(() -> metricsSource("load 1 " + (now + 3_600_000) + "\n", "load")
                        .sample())
                .hasMessageContaining("a sample of the future is not kept");
        for (String before : List.of(Long.toString(Long.MIN_VALUE), "-1", "-1e999999999")) {
            assertThatThrownBy(() ->
                            metricsSource("load 1 " + before + "\n", "load").sample())
                    .hasMessageContaining("its time is before 1970");
        }
        assertThatThrownBy(() -> metricsSource("load one\n", "load").sample())
                .hasMessageContaining("Line 1 of the metrics does not follow the text format");
        assertThatThrownBy(() -> metricsSource("load{a=\"}\n", "load").sample())
                .hasMessageContaining("its labels do not end");
        assertThatThrownBy(() -> metricsSource("other 1\n", "load").sample())
                .hasMessageContaining("no metric of these names");

        Sample old = metricsSource("load{host=\"}\"} 1 " + (now - 60_000) + "\nnone NaN\n", "load", "none")
                .sample()
                .getFirst();
        assertThat(old.series()).isEqualTo("load{host=\"}\"}");
        assertThat(old.age()).isBetween(Duration.ofSeconds(58), Duration.ofSeconds(100));
    }

    /** Numbers as Go prints them, quoted names, and optional blanks. */
    @Test
    void exporterNumberAndLabelFormatsAreRead() throws Exception {
        Map<String, Sample> samples = first(metricsSource("""
                # TYPE "app.requests" counter
                {"app.requests",path="/a"} 5\r
                q nan
                r 5  \t
                # TYPE s gauge
                s{path="C:\\\\dir",text="a \\"b\\" {c}",} +inf
                # TYPE s gauge
                s{a="2"} -Infinity
                t 0x1p-1
                u{a="#"}\t2e3""", "*"));
        assertThat(named(samples, "{\"app.requests\",path=\"/a\"}")).satisfies(sample -> {
            assertThat(sample.value()).isEqualTo(5);
            assertThat(sample.cumulative()).isTrue();
        });
        assertThat(named(samples, "q").value()).isNaN();
        assertThat(named(samples, "r").value()).isEqualTo(5);
        assertThat(named(samples, "s{path=\"C:\\\\dir\",text=\"a \\\"b\\\" {c}\",}")
                        .value())
                .isInfinite();
        assertThat(named(samples, "s{a=\"2\"}").value()).isInfinite();
        assertThat(named(samples, "t").value()).isEqualTo(0.5);
        assertThat(named(samples, "u{a=\"#\"}").value()).isEqualTo(2000);
        assertThat(first(commandSource("echo q nan; echo r 5")).get("r")).isEqualTo(new Sample("r", 5, "value", false));
    }

    @Test
    void openMetricsTimestampsAndExemplarsAreRead() throws Exception {
        double second = Instant.now().getEpochSecond() - 20.25;
        type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        Map<String, Sample> samples = first(metricsSource("""
                # TYPE q counter
                # UNIT q seconds
                q_total 5.0 %f
                # TYPE h histogram
                h_bucket{le="1.0"} 4 # {trace_id="ab"} 0.4 %f
                h_count 4
                # EOF
                """.formatted(second, second), "*"));
        assertThat(named(samples, "q_total").age()).isBetween(Duration.ofSeconds(18), Duration.ofSeconds(60));
        assertThat(named(samples, "q_total").cumulative()).isTrue();
        assertThat(named(samples, "h_bucket{le=\"1.0\"}").value()).isEqualTo(4);
        assertThat(named(samples, "h_bucket{le=\"1.0\"}").age()).isZero();
    }

    /** As behind a load balancer, one of whose servers lags: a value that is older than the last one is skipped. */
    @Test
    void sampleWithEarlierTimestampIsSkipped() throws Exception {
        long now = Instant.now().toEpochMilli();
        List<String> answers = List.of(
                "load 1 " + (now - 20_000) + "\n",
                "load 2 " + (now - 30_000) + "\n",
                "load 3 " + (now - 10_000) + "\n");
        AtomicInteger asked = new AtomicInteger();
        TelemetrySource source =
                metricsSource(() -> answers.get(Math.min(asked.getAndIncrement(), answers.size() - 1)), "load");

        assertThat(named(first(source), "load").value()).isEqualTo(1);
        assertThat(named(first(source), "load").value()).isEqualTo(3);
        assertThat(asked).hasValue(3);
    }

    /** A mean over two objects of one name would be meaningless. */
    @Test
    void duplicateSeriesIsRefused() throws Exception {
        assertThatThrownBy(() -> metricsSource("load{a=\"b\"} 1\nload 2\nload 3\n", "load")
                        .sample())
                .hasMessageContaining("'load' twice in one answer");
        assertThatThrownBy(() -> commandSource("echo a 1; echo b 2; echo a 3").sample())
                .hasMessageContaining("'a' twice in one answer");
    }

    @Test
    void silentServerTimesOut() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            TelemetrySource scraped = source(new PrometheusScrape(), metrics(silent.getLocalPort(), "load"));
            assertThatThrownBy(scraped::sample).hasMessageContaining("did not answer completely within 5 s");
            TelemetrySource asked = source(
                    new JmxAttributes(), jvm("127.0.0.1:" + silent.getLocalPort(), "", "", Map.of("threads", THREADS)));
            assertThatThrownBy(asked::sample).hasMessageContaining("did not answer over JMX within 5 s");
        }
        try (DatagramSocket silent = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            TelemetrySource asked = source(new SnmpValues(), device(silent.getLocalPort(), "public", "", "", ""));
            assertThatThrownBy(asked::sample).hasMessageContaining("did not answer over SNMP within 4 s");
        }
    }

    private static final String THREADS = "java.lang:type=Threading/ThreadCount";

    private static JmxParameters jvm(String address, String user, String password, Map<String, String> attributes) {
        return new JmxParameters(address, attributes, List.of(), user, password, false, EVERY);
    }

    @Test
    void realJvmAttributesNeedPassword() throws Exception {
        Files.writeString(folder.resolve("Idle.java"), """
                public class Idle {
                    public static void main(String[] none) throws Exception {
                        new java.util.concurrent.CountDownLatch(1).await();
                    }
                }
                """);
        Path passwords = Files.writeString(folder.resolve("passwords"), "monitor secret\n");
        Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(folder.resolve("access"), "monitor readonly\n");
        int port = freePort();
        Process jvm = start(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-Dcom.sun.management.jmxremote.port=" + port,
                "-Dcom.sun.management.jmxremote.rmi.port=" + port,
                "-Djava.rmi.server.hostname=127.0.0.1",
                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                "-Dcom.sun.management.jmxremote.ssl=false",
                "-Dcom.sun.management.jmxremote.password.file=" + passwords,
                "-Dcom.sun.management.jmxremote.access.file=access",
                "Idle.java");
        String address = "127.0.0.1:" + port;
        Map<String, String> places = Map.of("heap", "java.lang:type=Memory/HeapMemoryUsage.used", "threads", THREADS);
        TelemetrySource source = source(new JmxAttributes(), jvm(address, "monitor", "secret", places));

        Map<String, Sample> samples = first(source);
        assertThat(named(samples, "heap").value()).isGreaterThan(100_000);
        assertThat(named(samples, "threads").value()).isGreaterThan(1);
        assertThatThrownBy(source(new JmxAttributes(), jvm(address, "monitor", "wrong", places))::sample)
                .hasMessageContaining("user and password were refused")
                .hasMessageNotContaining("wrong");
        Map<String, String> withOthers =
                Map.of("threads", THREADS, "none", "java.lang:type=Memory/None", "absent", "java.lang:type=None/None");
        Map<String, Sample> others = first(source(new JmxAttributes(), jvm(address, "monitor", "secret", withOthers)));
        assertThat(named(others, "threads").value()).isGreaterThan(1);
        assertThat(named(others, "none").value()).isNaN();
        assertThat(named(others, "absent").value()).isNaN();

        jvm.destroyForcibly().waitFor();
        TelemetrySource gone = source(new JmxAttributes(), jvm(address, "monitor", "secret", places));
        assertThatThrownBy(gone::sample).hasMessageContaining(address + " cannot be read over JMX");
    }

    private static SnmpParameters device(int port, String community, String user, String password, String encryption) {
        return new SnmpParameters(
                "127.0.0.1:" + port,
                Map.of(
                        "uptime",
                        "1.3.6.1.2.1.1.3.0",
                        "load",
                        "1.3.6.1.4.1.2021.10.1.3.1",
                        "interrupts",
                        "1.3.6.1.4.1.2021.11.59.0"),
                community,
                user,
                password,
                SnmpParameters.Authentication.SHA_256,
                encryption,
                EVERY);
    }

    @Test
    void realSnmpDeviceIsReadWithBothVersions() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/snmpd")), "snmpd is not installed; ./verify installs it");
        int port;
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Files.writeString(folder.resolve("snmpd.conf"), """
                agentaddress udp:127.0.0.1:%d
                rocommunity seen 127.0.0.1
                createUser bench SHA-256 authentic99 AES encrypted99
                rouser bench authPriv
                """.formatted(port));
        ProcessBuilder builder = new ProcessBuilder(
                        "/usr/sbin/snmpd", "-f", "-Lo", "-C", "-c", "snmpd.conf", "-p", "snmpd.pid")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().put("SNMP_PERSISTENT_DIR", folder.toString());
        processes.add(builder.start());

        Map<String, Sample> second = first(source(new SnmpValues(), device(port, "seen", "", "", "")));
        assertThat(named(second, "uptime").value()).isNotNegative();
        assertThat(named(second, "interrupts").cumulative()).as("a counter").isTrue();
        assertThat(named(second, "load").cumulative()).as("a number as text").isFalse();
        Map<String, Sample> third =
                first(source(new SnmpValues(), device(port, "", "bench", "authentic99", "encrypted99")));
        assertThat(third).containsOnlyKeys("uptime", "load", "interrupts");
        assertThatThrownBy(source(new SnmpValues(), device(port, "", "bench", "not-authentic", "encrypted99"))::sample)
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageNotContaining("not-authentic");
    }

    private TelemetrySource commandSource(String script) throws Exception {
        return source(
                new CommandOutput(),
                new CommandParameters("/bin/sh", List.of("-c", script), List.of("sent"), Duration.ofSeconds(2), EVERY));
    }

    @Test
    void commandOutputTimeoutAndEnvironmentAreChecked() throws Exception {
        Map<String, Sample> samples =
                first(commandSource("echo '# a comment'; echo sent 12; echo held 3.5 bytes held"));
        assertThat(samples.get("sent")).isEqualTo(new Sample("sent", 12, "count", true));
        assertThat(samples.get("held")).isEqualTo(new Sample("held", 3.5, "bytes held", false));
        assertThat(named(
                                first(commandSource(
                                        "echo variables $(env | grep -cv '^\\(PATH\\|HOME\\|USER\\|LOGNAME\\|LANG\\|LC_ALL\\|TZ"
                                                + "\\|TMPDIR\\|PWD\\|OLDPWD\\|SHLVL\\|_\\)=')")),
                                "variables")
                        .value())
                .isZero();
        assertThatThrownBy(commandSource("echo sent twelve")::sample)
                .hasMessageContaining("Line 1 of the output of /bin/sh");
        assertThatThrownBy(commandSource("exit 3")::sample).hasMessageContaining("ended with exit code 3");
        assertThatThrownBy(commandSource("yes sent 1")::sample).hasMessageContaining("printed more than");
        assertThatThrownBy(commandSource("sleep 100")::sample)
                .hasMessageContaining("did not end within 2000 ms and was killed");
    }
}
