// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.isolation.ShownText;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;

/**
 * A plugin for lists and documents.
 *
 * @param id its id
 * @param version its version
 * @param description one sentence
 * @param offers workloads and SUT services
 */
public record InstalledPlugin(String id, String version, String description, List<Offer> offers) {

    /**
     * A workload or a SUT service.
     *
     * @param kind {@code workload} or {@code SUT service}
     * @param name reference in run files
     * @param description one sentence
     * @param operations operations of a workload with its default parameters, each {@code name: description}
     * @param parameters parameters
     */
    public record Offer(
            String kind, String name, String description, List<String> operations, List<ParameterRow> parameters) {}

    /**
     * One parameter in words.
     *
     * @param name name in run files
     * @param type type, unit and allowed values
     * @param defaultValue default as in a run file, {@code required} when there is none
     * @param description one sentence
     */
    public record ParameterRow(String name, String type, String defaultValue, String description) {}

    /** The description of a plugin; if it fails to describe itself, it is listed with its failure. */
    static InstalledPlugin of(LoadedPlugin plugin) {
        try {
            return PluginCall.ask("Describing it", plugin.origin(), () -> described(plugin));
        } catch (PluginCall.Failure e) {
            return new InstalledPlugin(plugin.id(), plugin.version(), e.sentence(), List.of());
        }
    }

    private static InstalledPlugin described(LoadedPlugin plugin) {
        List<Offer> offers = new ArrayList<>();
        for (Workload<?> workload : plugin.workloads()) {
            offers.add(new Offer(
                    "workload",
                    plugin.reference(workload),
                    ShownText.of(workload.description()),
                    operations(workload),
                    rows(workload.parametersType())));
        }
        for (SutServiceType<?> service : plugin.sutServices()) {
            offers.add(new Offer(
                    "SUT service",
                    service.name(),
                    ShownText.of(service.description()),
                    List.of(),
                    rows(service.parametersType())));
        }
        return new InstalledPlugin(plugin.id(), plugin.version(), plugin.description(), List.copyOf(offers));
    }

    private static <P extends Record> List<String> operations(Workload<P> workload) {
        P defaults = ParameterBinder.bind(workload.parametersType(), Map.of()).value();
        if (defaults == null) {
            return List.of();
        }
        return workload.define(defaults).operations().stream()
                .map(InstalledPlugin::described)
                .toList();
    }

    private static String described(OperationDefinition operation) {
        return operation.name() + ": " + operation.description();
    }

    private static List<ParameterRow> rows(Class<? extends Record> type) {
        return ParameterBinder.descriptors(type).stream()
                .map(InstalledPlugin::row)
                .toList();
    }

    private static ParameterRow row(ParameterDescriptor parameter) {
        StringBuilder text = new StringBuilder(parameter.type());
        if (!parameter.unit().isEmpty()) {
            text.append(", ").append(parameter.unit());
        }
        if (parameter.min() != null || parameter.max() != null) {
            String bounds = number(parameter.min()) + " to " + number(parameter.max());
            text.append(", ").append(bounds).append(parameter.type().equals("duration") ? " ms" : "");
        }
        if (parameter.reach() != Reach.FREE) {
            text.append(", reaches ").append(parameter.reach().word());
        }
        String given = parameter.defaultValue();
        return new ParameterRow(
                parameter.name(), text.toString(), given == null ? Parameter.REQUIRED : given, parameter.description());
    }

    private static String number(@Nullable Double bound) {
        return bound == null
                ? "any"
                : BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }
}
