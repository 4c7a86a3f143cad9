// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.command.Await;
import org.plateaubench.command.LaunchedPlateau;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.spi.Plugin;

/**
 * A value is set in every secret parameter of every plugin, in real runs of a real console, and then searched for in
 * all their files and in all answers of the console.
 */
@Tag("slow")
@Order(2)
final class SecretsIT {
    private static final String VARIABLE = "PLANTED_SECRET";
    /** Unique to this test, because all processes of the host are searched for it. */
    private final String planted = "planted-" + UUID.randomUUID();

    /** The password of a SUT of the rig, which is in no environment, because it is sent in a request. */
    private final String typed = "typed-" + UUID.randomUUID();

    /** A secret of the console itself, which no run and no SUT receives. */
    private final String ofConsole = "console-" + UUID.randomUUID();

    /** The secrets that are searched for in files and answers. */
    private final List<String> secrets = new ArrayList<>(List.of(planted, ofConsole));

    private static final String UNLISTED = "UNLISTED_SECRET";
    private static final Duration TIMEOUT = Duration.ofMinutes(4);

    /** One run for each parameter: of an embedded server that takes a password, or else of an address that does not answer. */
    private static final Map<String, String> SUTS = table("""
            redis password | { service: redis, mode: embedded, password: SECRET }
            mail password | { service: mail, mode: external, imapHost: 127.0.0.1, imapPort: 1, smtpPort: 1, domain: \
                lab.test, accounts: 10, password: SECRET }
            h2 password | { service: h2, mode: external, url: "jdbc:h2:tcp://127.0.0.1:1/a", user: a, password: SECRET }
            postgresql password | { service: postgresql, mode: external, url: "jdbc:postgresql://127.0.0.1:1/a", \
                user: a, password: SECRET }
            mariadb password | { service: mariadb, mode: external, url: "jdbc:mariadb://127.0.0.1:1/a", user: a, \
                password: SECRET }
            olio harnessToken | { service: olio, mode: external, url: "http://127.0.0.1:1", harnessToken: SECRET }
            vcenter password | { service: vcenter, mode: external, url: "https://127.0.0.1:1", user: bench, \
                password: SECRET }
            redis passphrase | { service: redis, mode: external, address: ["127.0.0.1:1"], tls: true, \
                clientCertificate: /none.p12, passphrase: SECRET }
            mail passphrase | { service: mail, mode: external, imapHost: 127.0.0.1, imapPort: 1, smtpPort: 1, \
                domain: lab.test, accounts: 10, password: SECRET, security: tls, clientCertificate: /none.p12, \
                passphrase: SECRET }
            postgresql passphrase | { service: postgresql, mode: external, url: \
                "jdbc:postgresql://127.0.0.1:1/a?sslmode=require", user: a, password: SECRET, clientCertificate: \
                /none.p12, passphrase: SECRET }
            mariadb passphrase | { service: mariadb, mode: external, url: \
                "jdbc:mariadb://127.0.0.1:1/a?sslMode=trust", user: a, password: SECRET, clientCertificate: \
                /none.p12, passphrase: SECRET }
            vcenter passphrase | { service: vcenter, mode: external, url: "https://127.0.0.1:1", user: bench, \
                password: SECRET, clientCertificate: /none.p12, passphrase: SECRET }
            """);

    /** Sources of telemetry and power, all in one run; none of them can be reached. */
    private static final Map<String, String> OBSERVED = table("""
            prometheus token | { service: prometheus, mode: external, url: "http://127.0.0.1:1/metrics", metrics: \
                [a], token: SECRET }
            prometheus password | { service: prometheus, mode: external, url: "http://127.0.0.1:1/metrics", \
                metrics: [a], user: a, password: SECRET }
            jmx password | { service: jmx, mode: external, address: "127.0.0.1:1", user: a, password: SECRET, \
                attributes: { threads: "java.lang:type=Threading/ThreadCount" } }
            prometheus passphrase | { service: prometheus, mode: external, url: "https://127.0.0.1:1/metrics", \
                metrics: [a], clientCertificate: /none.p12, passphrase: SECRET }
            redfish passphrase | { service: redfish, mode: external, url: "https://127.0.0.1:1", user: bench, \
                password: SECRET, clientCertificate: /none.p12, passphrase: SECRET }
            redfish password | { service: redfish, mode: external, url: "https://127.0.0.1:1", user: bench, \
                password: SECRET }
            ipmi-dcmi password | { service: ipmi-dcmi, mode: external, host: 127.0.0.1, port: 1, user: bench, \
                password: SECRET }
            snmp community | { service: snmp, mode: external, address: "127.0.0.1:1", objects: { up: \
                1.3.6.1.2.1.1.3.0 }, community: SECRET }
            snmp password | { service: snmp, mode: external, address: "127.0.0.1:1", objects: { up: \
                1.3.6.1.2.1.1.3.0 }, user: a, password: SECRET }
            snmp encryption | { service: snmp, mode: external, address: "127.0.0.1:1", objects: { up: \
                1.3.6.1.2.1.1.3.0 }, user: a, password: SECRET, encryption: SECRET }
            """);

    private static final String ALL_OBSERVED = "observed";

    /** Parses lines of a name, a bar and a value. */
    private static Map<String, String> table(String text) {
        return text.lines().map(line -> line.split(" \\| ", 2)).collect(Collectors.toMap(row -> row[0], row -> row[1]));
    }

    /** The parameters of a workload for each of its secrets, with an address that does not answer. */
    private static final Map<String, String> WORKLOADS = table("""
            grpc passphrase | { address: "127.0.0.1:1", tls: true, clientCertificate: /none.pem, clientKey: \
                /none.key, passphrase: SECRET, scenario: { steps: [{ call: a.B/C }] } }
            grpc token | { address: "127.0.0.1:1", token: SECRET, scenario: { steps: [{ call: a.B/C }] } }
            sql password | { url: "jdbc:h2:tcp://127.0.0.1:1/a", user: a, password: SECRET, scenario: { steps: [{ \
                query: SELECT 1 }] } }
            web clientSecret | { url: "http://127.0.0.1:1", tokenUrl: "http://127.0.0.1:1/token", clientId: a, \
                clientSecret: SECRET, scenario: { steps: [{ get: / }] } }
            web passphrase | { url: "http://127.0.0.1:1", clientCertificate: /none.p12, passphrase: SECRET, \
                scenario: { steps: [{ get: / }] } }
            web password | { url: "http://127.0.0.1:1", user: a, password: SECRET, scenario: { steps: [{ get: / }] } }
            web token | { url: "http://127.0.0.1:1", token: SECRET, scenario: { steps: [{ get: / }] } }
            """);

    /** The plugin that drives a service, with its required parameters. */
    private static final Map<String, String> PLUGINS = Map.of(
            "redis", "redis",
            "mail", "mail",
            "h2", "dvdstore",
            "postgresql", "dvdstore",
            "mariadb", "dvdstore",
            "olio", "olio",
            "vcenter", "vsphere/operations, parameters: { machines: [none] }");

    @TempDir
    private Path folder = Path.of("");

    private static String observed(String variable) {
        StringBuilder suts = new StringBuilder();
        new TreeMap<>(OBSERVED)
                .forEach((parameter, sut) -> suts.append("  ")
                        .append(parameter.replace(' ', '-'))
                        .append(": ")
                        .append(sut.replace("SECRET", "\"${env:" + variable + "}\""))
                        .append('\n'));
        return """
            run: { name: secret-observed }
            phases: { rampUp: 0s, steady: 2s, rampDown: 0s, drain: 1s }
            suts:
            %sworkloads: { load: { plugin: proving/null, load: { users: 1, think: { fixed: 20ms } } } }
            """.formatted(suts);
    }

    private static String runFile(String parameter, String variable) {
        if (parameter.equals(ALL_OBSERVED)) {
            return observed(variable);
        }
        String service = parameter.split(" ", 2)[0];
        String secret = "\"${env:" + variable + "}\"";
        String workload = WORKLOADS.get(parameter);
        if (workload != null) {
            return """
                run: { name: secret-%s }
                phases: { rampUp: 0s, steady: 2s, rampDown: 0s, drain: 1s }
                workloads: { load: { plugin: %s, load: { users: 1 }, parameters: %s } }
                """.formatted(
                            service, service.equals("grpc") ? "web/grpc" : service, workload.replace("SECRET", secret));
        }
        return """
            run: { name: secret-%s }
            phases: { rampUp: 0s, steady: 2s, rampDown: 0s, drain: 1s }
            %ssuts: { sut: %s }
            workloads: { load: { plugin: %s, sut: sut, load: { users: 1, think: { fixed: 20ms } } } }
            """.formatted(
                        service,
                        // One run has agents in separate processes.
                        service.equals("redis") ? "rig: { agents: 2 }\n" : "",
                        Objects.requireNonNull(SUTS.get(parameter)).replace("SECRET", secret),
                        PLUGINS.get(service));
    }

    private static Set<String> secretParameters() {
        Set<String> secrets = new TreeSet<>();
        for (Plugin plugin : ServiceLoader.load(Plugin.class)) {
            plugin.sutServices()
                    .forEach(service -> ParameterDescriptor.of(service.parametersType()).stream()
                            .filter(parameter -> parameter.secret())
                            .forEach(parameter -> secrets.add(service.name() + " " + parameter.name())));
            plugin.workloads()
                    .forEach(workload -> ParameterDescriptor.of(workload.parametersType()).stream()
                            .filter(parameter -> parameter.secret())
                            .forEach(parameter -> secrets.add(workload.name() + " " + parameter.name())));
        }
        return secrets;
    }

    @Test
    void plantedSecretsAppearNowhere() throws IOException, InterruptedException {
        assertThat(Stream.of(SUTS, OBSERVED, WORKLOADS).flatMap(some -> some.keySet().stream()))
                .containsExactlyInAnyOrderElementsOf(secretParameters());
        Set<String> planting = new TreeSet<>(SUTS.keySet());
        planting.add(ALL_OBSERVED);
        planting.addAll(WORKLOADS.keySet());
        Path allowed = Files.writeString(folder.resolve("allow.yaml"), """
                secrets: ["env:%s"]
                parameters:
                  sql/sql: { url: "jdbc:h2:tcp://127.0.0.1:1/a", scenario.steps: "[{query=SELECT 1}]" }
                  web/grpc: { address: "127.0.0.1:1", clientCertificate: /none.pem, clientKey: /none.key }
                  redis: { clientCertificate: /none.p12 }
                  mail: { clientCertificate: /none.p12 }
                  postgresql: { clientCertificate: /none.p12, url: "jdbc:postgresql://127.0.0.1:1/a?sslmode=require" }
                  mariadb: { clientCertificate: /none.p12, url: "jdbc:mariadb://127.0.0.1:1/a?sslMode=trust" }
                  vcenter: { clientCertificate: /none.p12 }
                  prometheus: { clientCertificate: /none.p12 }
                  redfish: { clientCertificate: /none.p12 }
                  web/web: { url: "http://127.0.0.1:1", tokenUrl: "http://127.0.0.1:1/token", clientCertificate: /none.p12 }
                """.formatted(VARIABLE));
        Map<String, String> environment =
                Map.of(VARIABLE, planted, UNLISTED, planted, "PLATEAU_TLS_PASSWORD", ofConsole);
        try (ConsoleProcess console = ConsoleProcess.start(folder, 0, environment, "--allow", allowed.toString())) {
            ConsoleSession admin = ConsoleSession.firstAdmin(console);
            secrets.add(String.valueOf(
                    ConsoleSession.json(admin.send("POST", "/tokens", "{\"name\":\"ci\",\"role\":\"operator\"}"))
                            .get("token")));
            assertPasswordOfRigSutIsHidden(console, admin);
            Map<String, HttpResponse<byte[]>> items = new LinkedHashMap<>();
            for (String parameter : planting) {
                HttpResponse<byte[]> unlisted = admin.submit(runFile(parameter, UNLISTED));
                assertThat(unlisted.statusCode())
                        .as(ConsoleSession.text(unlisted))
                        .isEqualTo(422);
                assertThat(ConsoleSession.text(unlisted))
                        .contains(UNLISTED, allowed.toString())
                        .doesNotContain(planted);
                HttpResponse<byte[]> listed = admin.submit(runFile(parameter, VARIABLE));
                items.put(parameter, listed);
            }
            List<String> runs = new ArrayList<>();
            List<String> ids = new ArrayList<>();
            for (Map.Entry<String, HttpResponse<byte[]>> item : items.entrySet()) {
                String run =
                        String.valueOf(admin.awaitEnd(item.getValue(), console).get("runId"));
                // Once the run can be read, the lists have it too.
                assertThat(admin.json("/runs/" + run)).containsEntry("id", run);
                runs.add(run);
                ids.add(String.valueOf(ConsoleSession.json(item.getValue()).get("id")));
                if (item.getKey().equals("redis password")) {
                    makeBundleAndPublicPage(run);
                }
            }
            assertThat(pathsReturningSecrets(admin, runs, ids)).isEmpty();
            assertThat(console.everything()).doesNotContain(planted, ofConsole);
        }
        assertThat(filesContainingSecrets()).isEmpty();
    }

    /** Makes the bundle and the public page of a run, which are searched like all other files. */
    private void makeBundleAndPublicPage(String run) throws IOException, InterruptedException {
        Path bundle = folder.resolve("redis.bundle.zip");
        String runs = folder.resolve("runs").toString();
        LaunchedPlateau packed =
                LaunchedPlateau.run(folder, "bundle", run, "--runs-dir", runs, "--to", bundle.toString());
        assertThat(packed.exitCode()).as(packed.everything()).isEqualTo(0);
        assertThat(bundle).isNotEmptyFile();
        Path page = folder.resolve("redis.html");
        LaunchedPlateau published =
                LaunchedPlateau.run(folder, "report", run, "--runs-dir", runs, "--public", "--to", page.toString());
        assertThat(page).as(published.everything()).isNotEmptyFile();
    }

    private void assertPasswordOfRigSutIsHidden(ConsoleProcess console, ConsoleSession admin)
            throws IOException, InterruptedException {
        Map<String, Object> wanted = Map.of("service", "redis", "parameters", Map.of("password", typed));
        HttpResponse<byte[]> begun = admin.send("POST", "/rig/suts", Documents.line(wanted));
        assertThat(begun.statusCode()).as(ConsoleSession.text(begun)).isEqualTo(202);
        List<String> shown = new ArrayList<>();
        Await.until(TIMEOUT, console::everything, () -> {
            // Also while it starts: a command line is visible from the first moment.
            shown.addAll(processesShowing(typed));
            return !"starting".equals(admin.json("/rig/suts/redis").get("state"));
        });
        assertThat(admin.json("/rig/suts/redis")).containsEntry("state", "running");
        assertThat(shown).isEmpty();
        assertThat(processesShowing(typed)).isEmpty();
        assertThat(otherProcessesShowingSecret(console)).isEmpty();
        admin.send("POST", "/rig/suts/redis/stop", "{}");
        Await.until(
                TIMEOUT,
                console::everything,
                () -> "stopped".equals(admin.json("/rig/suts/redis").get("state")));
    }

    /** Not called while a process starts: until it executes its program, it has the environment of the console. */
    private List<String> otherProcessesShowingSecret(ConsoleProcess console) {
        String itself = "/proc/" + console.processId() + "/";
        return processesShowing(ofConsole).stream()
                .filter(file -> !file.startsWith(itself))
                .toList();
    }

    private List<String> processesShowing(String secret) {
        return ProcessHandle.allProcesses()
                .map(process -> Path.of("/proc", Long.toString(process.pid())))
                .flatMap(process -> Stream.of(process.resolve("cmdline"), process.resolve("environ")))
                .filter(file -> contains(file, secret))
                .map(Path::toString)
                .toList();
    }

    private static boolean contains(Path file, String secret) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains(secret);
        } catch (IOException e) {
            // The process has ended, or is another user's.
            return false;
        }
    }

    /** Reads every path of the API, for every run and item. */
    private List<String> pathsReturningSecrets(ConsoleSession admin, List<String> runs, List<String> items)
            throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        int requests = 0;
        Map<?, ?> paths =
                (Map<?, ?>) Objects.requireNonNull(admin.json("/openapi.json").get("paths"));
        for (Object key : paths.keySet()) {
            String path = key.toString().replace("/api/v1", "");
            boolean isStream = path.endsWith("/live") || path.equals("/stream") || path.equals("/metrics");
            if (isStream || !String.valueOf(paths.get(key)).contains("get={")) {
                continue;
            }
            List<String> ids =
                    path.startsWith("/runs/{id}") ? runs : path.startsWith("/queue/{id}") ? items : List.of("");
            for (String id : ids) {
                String resolved = path.replace("{id}", id);
                if (resolved.contains("{") || resolved.startsWith("/plugins//")) {
                    continue;
                }
                requests++;
                if (containsSecret(admin.send("GET", resolved, null).body())) {
                    found.add(resolved);
                }
            }
        }
        assertThat(requests).isGreaterThan(12 * runs.size());
        return found;
    }

    /** In the folders of runs, of the console, of SUTs, and in what was printed. */
    private List<String> filesContainingSecrets() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (containsSecret(Files.readAllBytes(file))) {
                    found.add(folder.relativize(file).toString());
                }
            }
        }
        return found;
    }

    private boolean hasSecret(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return secrets.stream().anyMatch(text::contains);
    }

    /** In the bytes, or in a file of an archive. */
    private boolean containsSecret(byte[] bytes) throws IOException {
        if (hasSecret(bytes)) {
            return true;
        }
        try (ZipInputStream archive = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                if (hasSecret(archive.readAllBytes())) {
                    return true;
                }
            }
        }
        return false;
    }
}
