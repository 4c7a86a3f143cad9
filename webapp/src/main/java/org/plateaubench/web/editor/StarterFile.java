// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import static org.plateaubench.engine.config.key.SchemaForm.ordered;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.plugin.PluginDescription;
import org.plateaubench.app.plugin.PluginDescription.ParameterDescription;
import org.plateaubench.app.plugin.PluginDescription.PluginDescriptions;
import org.plateaubench.app.plugin.PluginDescription.ServiceDescription;
import org.plateaubench.app.plugin.PluginDescription.WorkloadDescription;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.spi.SutContext;

/** Writes the text of a small run of one workload, with a light load, short phases, and the limits of the plugin. */
final class StarterFile {
    private static final int FEW_USERS = 8;
    private static final Pattern EXAMPLE = Pattern.compile("such as (\\S+)");

    private final PluginDescriptions plugins;
    private final PluginDescription plugin;
    private final WorkloadDescription workload;
    private final List<RunFileValues> examples;

    StarterFile(
            PluginDescriptions plugins,
            PluginDescription plugin,
            WorkloadDescription workload,
            List<RunFileValues> examples) {
        this.plugins = plugins;
        this.plugin = plugin;
        this.workload = workload;
        this.examples = List.copyOf(examples);
    }

    String text() {
        StringBuilder text = new StringBuilder("""
                # %s
                # A light load for a first run; every key has a default or a description.
                run:
                  name: %s
                  seed: 42                        # the same file and seed send the same requests

                phases:
                  rampUp: 10s                     # users start one by one
                  steady: 30s                     # the measured window; below %s the run is of class dev
                  rampDown: 5s                    # the load continues, so that operations of the window end under load
                """.formatted(
                sentence(workload.description()),
                workload.plugin().equals(workload.name()) ? workload.name() : workload.plugin() + "-" + workload.name(),
                Durations.format(RunFileKeys.MIN_STEADY)));
        Map<String, Object> sut = workload.needsSut() ? sut() : Map.of();
        if (!sut.isEmpty()) {
            text.append("\nsuts:\n  system:\n");
            sut.forEach((key, value) -> line(text, 4, key, value, ""));
        }
        text.append("\nworkloads:\n  ").append(workload.name()).append(":\n");
        line(text, 4, "plugin", workload.reference(), "");
        if (!sut.isEmpty()) {
            text.append("""
                        sut: system
                        data: reuse                   # load what is missing; reset restores, reload loads everything again
                    """);
        }
        text.append(isPaced() ? """
                            load:
                              users: 8                    # closed load: each user does one thing after another
                        """ : """
                            load:
                              users: 2                    # closed load: each user does one thing after another
                              think: 100ms                # pause between two of them
                        """);
        parameters(text);
        limits(text);
        return text.toString();
    }

    private boolean isPaced() {
        WorkloadDefinition definition = workload.definition();
        return definition != null && definition.pacing().gap().meanNanos() > 0;
    }

    private static String sentence(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private static void line(StringBuilder text, int indent, String key, @Nullable Object value, String comment) {
        String entry = " ".repeat(indent) + key + ": " + YamlText.value(value);
        text.append(entry)
                .append(comment.isEmpty() ? "" : " ".repeat(Math.max(1, 34 - entry.length())) + "# " + comment)
                .append('\n');
    }

    /** Writes the parameters without a default, so that there is one place to fill them in. */
    private void parameters(StringBuilder text) {
        List<ParameterDescription> required = workload.parameters().stream()
                .filter(ParameterDescription::isRequired)
                .toList();
        if (!required.isEmpty()) {
            text.append("    parameters:\n");
            required.forEach(parameter ->
                    line(text, 6, parameter.name(), firstValue(parameter), sentence(parameter.description())));
        }
    }

    /** A value of the type of a parameter that has no default. */
    private static Object firstValue(ParameterDescription parameter) {
        if (!parameter.choices().isEmpty()) {
            return parameter.choices().getFirst();
        }
        Double least = parameter.minimum();
        return switch (parameter.type()) {
            case "whole number" -> least == null ? 1L : (long) Math.ceil(least);
            case "number" -> least == null ? 1.0 : least;
            case "true or false" -> false;
            case "duration" -> least == null ? "1s" : (long) Math.ceil(least) + "ms";
            case "text" -> exampleIn(parameter.description());
            default -> parameter.type().startsWith("list of") ? List.of() : Map.of();
        };
    }

    /** The example in a description that ends in the form {@code such as http://web.lab:8080}. */
    private static String exampleIn(String description) {
        Matcher example = EXAMPLE.matcher(description);
        return example.find() ? example.group(1).replaceFirst("[.,;]$", "") : "change-me";
    }

    private void limits(StringBuilder text) {
        Map<String, List<QosLimit>> limits = new LinkedHashMap<>();
        WorkloadDefinition definition = workload.definition();
        if (definition != null) {
            definition.operations().forEach(operation -> limits.put(operation.name(), operation.limits()));
            definition.measures().forEach(measure -> limits.put(measure.name(), measure.limits()));
            limits.values().removeIf(List::isEmpty);
        }
        if (limits.isEmpty()) {
            text.append("""
                        qos:
                          "*": [errors < 1%]          # of every operation
                    """);
        } else {
            text.append("    qos:                          # the limits of the plugin; a run that misses one fails\n");
            limits.forEach((name, of) ->
                    line(text, 6, name, of.stream().map(QosLimit::toString).toList(), ""));
        }
    }

    /** A SUT that the harness starts: of the plugin itself, else from a run file, else of another plugin. */
    private Map<String, Object> sut() {
        return embedded(plugin.services())
                .or(this::exampleSut)
                .or(() -> embedded(plugins.services()))
                .orElseGet(() -> plugins.services().isEmpty()
                        ? Map.of()
                        : sut(plugins.services().getFirst(), SutContext.Mode.EXTERNAL));
    }

    /** A service in the form of a SUT of run files, started by the harness if it can be. */
    static Map<String, Object> sut(ServiceDescription service) {
        return sut(service, service.embeddable() ? SutContext.Mode.EMBEDDED : SutContext.Mode.EXTERNAL);
    }

    private static Map<String, Object> sut(ServiceDescription service, SutContext.Mode mode) {
        return ordered(RunFileKeys.SERVICE.name(), service.name(), RunFileKeys.MODE.name(), Documents.word(mode));
    }

    private static Optional<Map<String, Object>> embedded(List<ServiceDescription> services) {
        return services.stream()
                .filter(ServiceDescription::embeddable)
                .findFirst()
                .map(StarterFile::sut);
    }

    /** The SUT of this workload in an example, preferably one that the harness starts. */
    private Optional<Map<String, Object>> exampleSut() {
        Map<String, Object> found = Map.of();
        for (RunFileValues example : examples) {
            for (Map<?, ?> given : example.workloads()) {
                if (workload.reference().equals(given.get(RunFileKeys.PLUGIN.name()))
                        && example.sut(String.valueOf(given.get(RunFileKeys.SUT.name()))) instanceof Map<?, ?> sut) {
                    Map<String, Object> copy = new LinkedHashMap<>();
                    sut.forEach((key, value) -> copy.put(String.valueOf(key), value));
                    if (Documents.word(SutContext.Mode.EMBEDDED).equals(copy.get(RunFileKeys.MODE.name()))) {
                        return Optional.of(copy);
                    }
                    found = found.isEmpty() ? copy : found;
                }
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    /** The smallest entry of a workload in a run file that already has others. */
    static Map<String, Object> entry(WorkloadDescription workload) {
        Map<String, Object> entry = ordered(
                RunFileKeys.PLUGIN.name(),
                workload.reference(),
                RunFileKeys.LOAD.name(),
                ordered(LoadKeys.USERS.name(), FEW_USERS));
        Map<String, Object> required = new LinkedHashMap<>();
        workload.parameters().stream()
                .filter(ParameterDescription::isRequired)
                .forEach(parameter -> required.put(parameter.name(), firstValue(parameter)));
        if (!required.isEmpty()) {
            entry.put(RunFileKeys.PARAMETERS.name(), required);
        }
        return entry;
    }
}
