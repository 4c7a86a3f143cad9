// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.Installation;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.plugin.PluginDescription;
import org.plateaubench.app.plugin.PluginDescription.ParameterDescription;
import org.plateaubench.app.plugin.PluginDescription.ServiceDescription;
import org.plateaubench.app.plugin.PluginDescription.WorkloadDescription;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.loader.NearestName;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.spi.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "plugins",
        description = "Lists the installed plugins with their workloads and SUT services; of a plugin that is named,"
                + " also its operations and parameters.",
        footer = {"  ./plateau plugins", "  ./plateau plugins dvdstore"})
public final class PluginsCommand implements Callable<Integer> {

    @Parameters(index = "0", arity = "0..1", description = "Plugin to explain.")
    private @Nullable String name;

    @Override
    public Integer call() throws IOException {
        try (Installation installation = Installation.open()) {
            List<PluginDescription> plugins = new PluginDescriptions(installation).all();
            String wanted = name;
            if (wanted == null) {
                plugins.forEach(PluginsCommand::list);
                System.out.println(
                        CommandName.in("./plateau plugins NAME explains one: its operations and parameters."));
            } else {
                PluginDescription plugin = plugins.stream()
                        .filter(one -> one.id().equals(wanted))
                        .findFirst()
                        .orElseThrow(() -> new UsageError("no plugin '" + wanted + "' is installed"
                                + NearestName.hint(
                                        wanted,
                                        plugins.stream()
                                                .map(PluginDescription::id)
                                                .toList())));
                print(plugin, installation);
            }
            installation.problems().forEach(CommandName::report);
            return installation.problems().isEmpty() ? ExitCode.PASS.code() : ExitCode.CANNOT.code();
        }
    }

    private static String folder(Installation installation, String id) {
        return installation.pluginRoots().stream()
                .map(root -> root.resolve(id))
                .filter(Files::isDirectory)
                .findFirst()
                .map(Path::toString)
                .orElse("");
    }

    private static void list(PluginDescription plugin) {
        String problem = plugin.problem();
        String has = Stream.concat(
                        plugin.workloads().stream().map(WorkloadDescription::reference),
                        plugin.services().stream().map(service -> "SUT service " + service.name()))
                .collect(Collectors.joining(", "));
        System.out.printf("%-12s %s%n", plugin.id(), problem == null ? plugin.description() : problem);
        System.out.printf("%-12s %s%n", "", has);
    }

    private static void print(PluginDescription plugin, Installation installation) {
        String problem = plugin.problem();
        System.out.println(
                plugin.id() + " " + plugin.version() + "  " + (problem == null ? plugin.description() : problem));
        System.out.println("  folder: " + folder(installation, plugin.id()));
        for (WorkloadDescription workload : plugin.workloads()) {
            System.out.println("  workload " + workload.reference() + ": " + workload.description());
            WorkloadDefinition definition = workload.definition();
            if (definition != null) {
                System.out.println("    operations");
                definition
                        .operations()
                        .forEach(operation ->
                                System.out.println("      " + operation.name() + ": " + operation.description()));
            }
            print(workload.parameters());
            installation.catalog().workload(workload.reference()).ifPresent(entry -> printTrees(entry.workload()));
        }
        for (ServiceDescription service : plugin.services()) {
            System.out.println("  SUT service " + service.name() + ": " + service.description());
            print(service.parameters());
        }
        System.out.println();
    }

    private static void print(List<ParameterDescription> parameters) {
        if (!parameters.isEmpty()) {
            System.out.println("    parameters");
        }
        for (ParameterDescription parameter : parameters) {
            String given = parameter.defaultText();
            System.out.printf(
                    "      %-20s %-20s %s%n",
                    parameter.name(), given == null ? Parameter.REQUIRED : "default " + given, type(parameter));
            System.out.println("          " + parameter.description());
        }
    }

    /** The keys of parameters that are mappings, such as a scenario. */
    private static void printTrees(Workload<?> workload) {
        for (String tree : ParameterBinder.trees(workload.parametersType())) {
            try {
                Map<String, Object> schema = PluginCall.ask("Describing it", workload, () -> workload.schema(tree));
                printKeys(tree, schema, new HashSet<>());
            } catch (PluginCall.Failure e) {
                System.out.println("    " + e.sentence());
            }
        }
    }

    /** Mappings with the same keys are printed once. */
    private static void printKeys(String path, @Nullable Object schema, Set<Object> printed) {
        if (schema instanceof List<?> forms) {
            forms.forEach(form -> printKeys(path, form, printed));
        } else if (schema instanceof Map<?, ?> map) {
            if (map.get("properties") instanceof Map<?, ?> keys && printed.add(Set.copyOf(keys.keySet()))) {
                System.out.println("    keys of " + path);
                keys.forEach((key, value) -> System.out.printf("      %-20s %s%n", key, description(value)));
                keys.forEach((key, value) -> printKeys(path + "." + key, value, printed));
            }
            for (String below : List.of("items", "additionalProperties", "anyOf", "oneOf")) {
                printKeys(path, map.get(below), printed);
            }
        }
    }

    private static String description(Object schema) {
        return schema instanceof Map<?, ?> map && map.get("description") instanceof String text ? text : "";
    }

    private static String type(ParameterDescription parameter) {
        StringBuilder text = new StringBuilder(parameter.type());
        if (parameter.unit() != null) {
            text.append(", ").append(parameter.unit());
        }
        if (parameter.minimum() != null || parameter.maximum() != null) {
            String bounds = number(parameter.minimum()) + " to " + number(parameter.maximum());
            text.append(", ").append(bounds).append(parameter.type().equals("duration") ? " ms" : "");
        }
        if (parameter.reach() != Reach.FREE) {
            text.append(", reaches ").append(parameter.reach().word());
        }
        return text.toString();
    }

    private static String number(@Nullable Double bound) {
        return bound == null
                ? "any"
                : BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }
}
