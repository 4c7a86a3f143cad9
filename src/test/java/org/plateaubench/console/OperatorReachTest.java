// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Reach;
import org.plateaubench.app.Installation;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.web.Console;

/**
 * An operator sends each parameter of each shipped plugin that reaches into the host with a value that was not allowed:
 * as a SUT of the rig, in a run file, and as a replaced value of a run file. Each is refused at its position, and
 * nothing is started, written or queued.
 */
@Timeout(120)
final class OperatorReachTest {
    private static final String REFUSED = "must be on the allow list of this console";

    @TempDir
    private Path folder;

    private final Plugin[] plugins = ServiceLoader.load(Plugin.class).stream()
            .map(ServiceLoader.Provider::get)
            .toArray(Plugin[]::new);
    private Console console;
    private SignedIn operator;

    @BeforeEach
    void start() throws Exception {
        console = Console.start(
                Installation.of(PluginCatalog.of(plugins)),
                new ConsoleOptions(
                        "127.0.0.1",
                        0,
                        Files.createDirectories(folder.resolve("runs")),
                        Files.createDirectories(folder.resolve("files")),
                        folder.resolve("data"),
                        List.of("false")));
        String api = console.address() + "api/v1";
        SignedIn admin = SignedIn.first(api, console.firstToken().orElseThrow());
        operator = admin.another("mallory", "operator");
    }

    @AfterEach
    void stop() {
        console.close();
    }

    /** A parameter of a SUT service or a workload that reaches into the host. */
    private record Reaching(String service, ParameterDescriptor parameter, List<ParameterDescriptor> all) {
        boolean isForExternal() {
            return parameter.reach() == Reach.ADDRESS || parameter.name().equals("trust");
        }

        Object value(Path planted) {
            return switch (parameter.reach()) {
                case SETTINGS -> isList() ? List.of("touch = " + planted) : Map.of("touch", planted.toString());
                case ADDRESS ->
                    "jdbc:" + (service.equals("h2") ? "h2:tcp" : service) + "://127.0.0.1/db"
                            + (service.equals("h2") ? ";" : "?") + "INIT=RUNSCRIPT FROM '" + planted + "'";
                default -> "/bin/sh";
            };
        }

        /** The parameters, and the required ones. */
        Map<String, Object> beside(Map<String, Object> given) {
            Map<String, Object> all = new TreeMap<>(required(this.all));
            all.putAll(given);
            return all;
        }

        /** The parameters of a SUT of which only the given one is wrong. */
        Map<String, Object> with(Map<String, Object> given) {
            Map<String, Object> all = beside(given);
            if (service.equals("mail")) {
                all.putAll(Map.of("imapHost", "127.0.0.1", "domain", "example.org", "password", "${env:PASSWORD}"));
            } else if (service.equals("redis") && parameter.name().equals("trust")) {
                all.putAll(Map.of("address", List.of("127.0.0.1:6379"), "tls", true));
            } else if (service.startsWith("faban/")) {
                all.putIfAbsent("driverJar", "/bin/sh");
            }
            return all;
        }

        private static Map<String, Object> required(List<ParameterDescriptor> parameters) {
            return parameters.stream()
                    .filter(each -> each.defaultValue() == null)
                    .collect(Collectors.toMap(
                            ParameterDescriptor::name,
                            each -> each.type().contains("list") ? List.of("plain") : "plain"));
        }

        /** The rig starts no service that must be given a list or a map: such a service is always external. */
        private static boolean needsMany(List<ParameterDescriptor> parameters) {
            return parameters.stream()
                    .anyMatch(each -> each.defaultValue() == null && each.type().matches("(list|mapping) of.*"));
        }

        private boolean isList() {
            return parameter.type().contains("list");
        }

        String place() {
            return parameter.name() + (parameter.reach() != Reach.SETTINGS ? "" : isList() ? "[0]" : ".touch");
        }
    }

    private static Stream<Reaching> reaching(String of, List<ParameterDescriptor> parameters) {
        return parameters.stream()
                .filter(one -> one.reach() != Reach.FREE)
                .map(one -> new Reaching(of, one, parameters));
    }

    private List<Reaching> reaching() {
        List<Reaching> all = new ArrayList<>();
        for (Plugin plugin : plugins) {
            plugin.sutServices()
                    .forEach(service -> reaching(service.name(), ParameterBinder.descriptors(service.parametersType()))
                            .forEach(all::add));
        }
        return all;
    }

    /** The workload parameters that reach into the host, by the reference of the workload. */
    private List<Reaching> reachingOfWorkloads() {
        List<Reaching> all = new ArrayList<>();
        for (Plugin plugin : plugins) {
            plugin.workloads()
                    .forEach(workload -> reaching(
                                    plugin.id() + "/" + workload.name(),
                                    ParameterBinder.descriptors(workload.parametersType()))
                            .forEach(all::add));
        }
        return all;
    }

    @Test
    void noValueOfAWorkloadPassesEither() throws Exception {
        Path planted = folder.resolve("planted");
        List<Reaching> all = reachingOfWorkloads();
        assertThat(all).extracting(one -> one.parameter().name()).contains("driverJar");
        for (Reaching one : all) {
            String text = """
                    run: { name: attack }
                    phases: { rampUp: 0s, steady: 1s, rampDown: 0s }
                    workloads:
                      target: { plugin: %s, load: { users: 1 }, parameters: %s }
                    """.formatted(
                            one.service(), json(one.with(Map.of(one.parameter().name(), one.value(planted)))));
            assertRefused(
                    operator.send("POST", "/queue", Documents.line(Map.of("text", text))),
                    "workloads.target.parameters." + one.place());
        }
        assertThat(planted).doesNotExist();
        assertThat((List<?>) operator.json("/queue").get("items")).isEmpty();
    }

    private static String json(Object value) {
        return Documents.line(Map.of("v", value))
                .strip()
                .replaceFirst("^\\{\"v\":", "")
                .replaceFirst("}$", "");
    }

    private static String run(String service, String mode, Map<String, Object> parameters) {
        StringBuilder keys = new StringBuilder();
        parameters.forEach(
                (name, value) -> keys.append(", ").append(name).append(": ").append(json(value)));
        return """
                run: { name: attack }
                phases: { rampUp: 0s, steady: 1s, rampDown: 0s }
                suts:
                  target: { service: %s, mode: %s%s }
                workloads:
                  idle: { plugin: proving/null, load: { users: 1 } }
                """.formatted(service, mode, keys);
    }

    private void assertRefused(HttpResponse<byte[]> answer, String place) {
        assertThat(answer.statusCode()).as(SignedIn.text(answer)).isEqualTo(422);
        assertThat((List<?>) SignedIn.json(answer).get("problems"))
                .as(SignedIn.text(answer))
                .anySatisfy(problem -> {
                    assertThat(((Map<?, ?>) problem).get("path")).isEqualTo(place);
                    assertThat(String.valueOf(((Map<?, ?>) problem).get("message")))
                            .contains(REFUSED, "ask an administrator");
                });
    }

    @Test
    void noFreeValueOfASutBringsAFurtherLineIntoAConfiguration() throws Exception {
        String hidden = "a\ntouch = " + folder.resolve("planted") + "\n#${";
        List<String> texts = new ArrayList<>();
        for (Plugin plugin : plugins) {
            for (SutServiceType<?> service : plugin.sutServices()) {
                List<ParameterDescriptor> parameters = ParameterBinder.descriptors(service.parametersType());
                for (ParameterDescriptor parameter : parameters) {
                    Map<String, Object> values = new HashMap<>(Reaching.required(parameters));
                    values.put(parameter.name(), hidden);
                    HttpResponse<byte[]> answer = operator.send(
                            "POST",
                            "/rig/suts",
                            Documents.line(Map.of("service", service.name(), "name", "hidden", "parameters", values)));
                    assertThat(answer.statusCode())
                            .as(service.name() + " " + parameter.name() + ": " + SignedIn.text(answer))
                            .isEqualTo(422);
                    if (!Reaching.needsMany(parameters)) {
                        assertThat(SignedIn.text(answer)).contains("parameters." + parameter.name());
                    }
                    if (SignedIn.text(answer).contains("must be one line")) {
                        texts.add(service.name() + " " + parameter.name());
                    }
                }
            }
        }
        assertThat(texts).contains("redis maxMemory", "dovecot domain", "dovecot login", "cyrus domain");
        assertThat(folder.resolve("suts")).doesNotExist();
    }

    @Test
    void noValueThatNobodyHasAllowedPasses() throws Exception {
        Path planted = folder.resolve("planted");
        List<Reaching> all = reaching();
        assertThat(all).hasSizeGreaterThan(12);
        for (Reaching one : all) {
            String name = one.parameter().name();
            Object value = one.value(planted);
            HttpResponse<byte[]> sut = operator.send(
                    "POST",
                    "/rig/suts",
                    Documents.line(Map.of(
                            "service", one.service(), "name", "shell", "parameters", one.beside(Map.of(name, value)))));
            if (one.parameter().reach() == Reach.SETTINGS || Reaching.needsMany(one.all())) {
                assertThat(sut.statusCode())
                        .as("the rig has no maps and no lists")
                        .isEqualTo(422);
            } else {
                assertRefused(sut, "parameters." + name);
            }
            String mode = one.isForExternal() ? "external" : "embedded";
            assertRefused(
                    operator.send(
                            "POST",
                            "/queue",
                            Documents.line(Map.of("text", run(one.service(), mode, one.with(Map.of(name, value)))))),
                    "suts.target." + one.place());
            if (value instanceof String text) {
                assertRefused(
                        operator.send(
                                "POST",
                                "/queue",
                                Documents.line(Map.of(
                                        "text",
                                        run(one.service(), mode, one.with(Map.of())),
                                        "settings",
                                        List.of("suts.target." + name + "=" + text)))),
                        "suts.target." + name);
            }
        }
        assertThat(planted).doesNotExist();
        assertThat(folder.resolve("suts")).doesNotExist();
        assertThat(folder.resolve("runs")).isEmptyDirectory();
        assertThat((List<?>) operator.json("/queue").get("items")).isEmpty();
    }
}
