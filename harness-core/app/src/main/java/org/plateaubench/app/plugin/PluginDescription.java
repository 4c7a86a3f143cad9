// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.Installation;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.ShownText;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;

/** A plugin; {@code problem} is the reason why it cannot be described further. */
public record PluginDescription(
        String id,
        String version,
        String description,
        @Nullable String problem,
        List<Jar> jars,
        List<WorkloadDescription> workloads,
        List<ServiceDescription> services) {
    public record Jar(String name, String sha256) {}

    /** A workload; without a definition when the default parameters do not bind. */
    public record WorkloadDescription(
            String plugin,
            String name,
            String reference,
            String description,
            boolean needsSut,
            List<ParameterDescription> parameters,
            @Nullable WorkloadDefinition definition) {
        /** Share of each operation among all operations in the default mix; empty when that is not known. */
        public Map<String, Double> shares() {
            return definition == null
                    ? Map.of()
                    : MixShares.ofOperations(definition.mix(), definition.operations(), definition.units());
        }

        static <P extends Record> WorkloadDescription of(LoadedPlugin plugin, Workload<P> workload) {
            P defaults =
                    ParameterBinder.bind(workload.parametersType(), Map.of()).value();
            return new WorkloadDescription(
                    plugin.id(),
                    ShownText.of(workload.name()),
                    plugin.reference(workload),
                    ShownText.of(workload.description()),
                    workload.needsSut(),
                    ParameterDescription.of(workload.parametersType()),
                    defaults == null ? null : workload.define(defaults));
        }
    }

    /**
     * A SUT service.
     *
     * @param embeddable whether the harness can start it with its default parameters
     * @param startable whether the harness can start it: it does not refuse the mode for all parameters
     */
    public record ServiceDescription(
            String plugin,
            String name,
            String description,
            boolean embeddable,
            @JsonIgnore boolean startable,
            List<ParameterDescription> parameters) {
        private static final String MODE = "mode";

        /** A text that is also a number. */
        private static final String ANY = "1";

        static <P extends Record> ServiceDescription of(String plugin, SutServiceType<P> type) {
            Map<String, Object> required = new HashMap<>();
            for (ParameterDescriptor parameter : ParameterDescriptor.of(type.parametersType())) {
                if (parameter.isRequired()) {
                    boolean isList = parameter.type().startsWith("list");
                    boolean isMap = parameter.type().startsWith("map");
                    required.put(parameter.name(), isList ? List.of(ANY) : isMap ? Map.of(ANY, ANY) : ANY);
                }
            }
            P any = ParameterBinder.bind(type.parametersType(), required).value();
            List<Finding> obstacles = any == null
                    ? List.of()
                    : type.check(SutContext.Mode.EMBEDDED, any).stream()
                            .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                            .toList();
            boolean usesSuts = any != null
                    && !ParameterBinder.sutNames(type.parametersType(), ParameterBinder.plain(any))
                            .isEmpty();
            return new ServiceDescription(
                    plugin,
                    type.name(),
                    ShownText.of(type.description()),
                    any != null && required.isEmpty() && !usesSuts && obstacles.isEmpty(),
                    obstacles.stream().noneMatch(obstacle -> MODE.equals(obstacle.parameter())),
                    ParameterDescription.of(type.parametersType()));
        }
    }

    /**
     * The description of one parameter, which is also the form that the console sends.
     *
     * @param type type for display, such as {@code whole number} or {@code list of text}
     * @param defaultText default as it would be written in a run file, null when a value is required
     * @param secret whether the value must stay out of plans, logs and results
     */
    public record ParameterDescription(
            String name,
            String type,
            @Nullable String unit,
            @Nullable Double minimum,
            @Nullable Double maximum,
            @JsonProperty("default") @Nullable String defaultText,
            String description,
            List<String> choices,
            boolean secret,
            Reach reach) {
        @JsonProperty("required")
        public boolean isRequired() {
            return defaultText == null;
        }

        static List<ParameterDescription> of(Class<? extends Record> type) {
            return ParameterDescriptor.of(type).stream()
                    .map(ParameterDescription::of)
                    .toList();
        }

        private static ParameterDescription of(ParameterDescriptor descriptor) {
            Parameter parameter = descriptor.parameter();
            return new ParameterDescription(
                    descriptor.name(),
                    descriptor.type(),
                    parameter.unit().isEmpty() ? null : parameter.unit(),
                    finite(parameter.min()),
                    finite(parameter.max()),
                    descriptor.isRequired() ? null : parameter.defaultValue(),
                    parameter.description(),
                    descriptor.allowedValues(),
                    parameter.secret(),
                    parameter.reach());
        }

        private static @Nullable Double finite(double bound) {
            return Double.isInfinite(bound) ? null : bound;
        }
    }

    /** Describes the installed plugins; one that fails to answer is described as failing. Thread-safe. */
    public static final class PluginDescriptions {

        private final Installation installation;

        public PluginDescriptions(Installation installation) {
            this.installation = installation;
        }

        private PluginCatalog catalog() {
            return installation.catalog();
        }

        public List<PluginDescription> all() {
            return catalog().plugins().stream()
                    .map(PluginDescriptions::describe)
                    .toList();
        }

        public Optional<PluginDescription> plugin(String id) {
            return catalog().plugins().stream()
                    .filter(plugin -> plugin.id().equals(id))
                    .findFirst()
                    .map(PluginDescriptions::describe);
        }

        private static PluginDescription describe(LoadedPlugin plugin) {
            List<PluginDescription.Jar> jars = plugin.jars().stream()
                    .map(jar -> new PluginDescription.Jar(jar.name(), jar.sha256()))
                    .toList();
            try {
                return PluginCall.query(
                        "Describing it",
                        plugin.origin(),
                        () -> new PluginDescription(
                                plugin.id(),
                                plugin.version(),
                                plugin.description(),
                                null,
                                jars,
                                plugin.workloads().stream()
                                        .map(workload -> WorkloadDescription.of(plugin, workload))
                                        .toList(),
                                plugin.sutServices().stream()
                                        .map(service -> ServiceDescription.of(plugin.id(), service))
                                        .toList()));
            } catch (PluginCall.Failure e) {
                return new PluginDescription(
                        plugin.id(), plugin.version(), plugin.description(), e.describe(), jars, List.of(), List.of());
            }
        }

        public Optional<ServiceDescription> service(String name) {
            return services().stream()
                    .filter(service -> service.name().equals(name))
                    .findFirst();
        }

        public List<ServiceDescription> services() {
            return all().stream()
                    .flatMap(plugin -> plugin.services().stream())
                    .sorted(Comparator.comparing(ServiceDescription::name))
                    .toList();
        }

        /** The SUT services that the harness can start, with some parameters at least. */
        public List<ServiceDescription> startableServices() {
            return services().stream().filter(ServiceDescription::startable).toList();
        }
    }
}
