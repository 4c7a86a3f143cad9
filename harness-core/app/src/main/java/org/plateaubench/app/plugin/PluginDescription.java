// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterDescriptor;
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

    public record ServiceDescription(
            String plugin, String name, String description, boolean embeddable, List<ParameterDescription> parameters) {
        private static final String MODE = "mode";

        /** A text that is also a number. */
        private static final String ANY = "1";

        static ServiceDescription of(String plugin, SutServiceType<?> type) {
            return new ServiceDescription(
                    plugin,
                    type.name(),
                    ShownText.of(type.description()),
                    isEmbeddable(type),
                    ParameterDescription.of(type.parametersType()));
        }

        /** Whether the harness can never start a kind of service, because it refuses the mode for any parameters. */
        static <P extends Record> boolean isAlwaysExternal(SutServiceType<P> type) {
            Map<String, Object> given = new HashMap<>();
            for (ParameterDescriptor parameter : ParameterDescriptor.of(type.parametersType())) {
                if (parameter.isRequired()) {
                    given.put(parameter.name(), anyValue(parameter));
                }
            }
            P parameters = ParameterBinder.bind(type.parametersType(), given).value();
            return parameters != null
                    && type.check(SutContext.Mode.EMBEDDED, parameters).stream()
                            .anyMatch(finding ->
                                    finding.severity() == Finding.Severity.PROBLEM && MODE.equals(finding.parameter()));
        }

        private static Object anyValue(ParameterDescriptor parameter) {
            if (parameter.type().startsWith("list")) {
                return List.of(ANY);
            }
            return parameter.type().startsWith("map") ? Map.of(ANY, ANY) : ANY;
        }

        private static <P extends Record> boolean isEmbeddable(SutServiceType<P> type) {
            P defaults = ParameterBinder.bind(type.parametersType(), Map.of()).value();
            return defaults != null
                    && ParameterBinder.sutNames(type.parametersType(), ParameterBinder.plain(defaults))
                            .isEmpty()
                    && type.check(SutContext.Mode.EMBEDDED, defaults).stream()
                            .noneMatch(finding -> finding.severity() == Finding.Severity.PROBLEM);
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
}
