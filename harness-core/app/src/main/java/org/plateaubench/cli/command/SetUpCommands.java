// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import org.plateaubench.app.plugin.PluginDescription.PluginDescriptions;
import org.plateaubench.app.plugin.PluginDescription.ServiceDescription;
import org.plateaubench.app.plugin.PluginDescription.WorkloadDescription;
import org.plateaubench.engine.config.KeyHelp;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.loader.NearestName;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that show keys, plugins, schemas and documents, and prepare a host. */
public final class SetUpCommands {
    private static final String INDENT = "    ";

    private SetUpCommands() {}

    @Command(
            name = "docs",
            description = "Opens the documentation in the browser, and prints its address.",
            footer = "  ./plateau docs")
    static void docs() throws IOException {
        Path page = Installation.site();
        if (!Files.exists(page)) {
            throw new IOException("The pages are not built here; read docs/ of the checkout, or make them with:"
                    + " distribution/site/build distribution/target/plateau");
        }
        System.out.println(page.toUri());
        Terminal.open(page.toUri().toString());
    }

    @Command(
            name = "schema",
            description = {
                "Prints the JSON Schema of run files, or of result.json, plan.json or a line of events.ndjson.",
                "The schema of run files includes the parameters of the installed plugins and is for editors; the"
                        + " others are for programs that read these files."
            },
            footer = {"  ./plateau schema > plateau.schema.json", "  ./plateau schema result"})
    static void schema(
            @Parameters(
                            arity = "0..1",
                            defaultValue = "run",
                            description = "run (the default), plan, result or events.")
                    String document)
            throws IOException {
        System.out.print(
                switch (document) {
                    case "run" -> schemaOfRunFiles();
                    case "plan" -> RunPlan.jsonSchema();
                    case "result" -> Judgement.jsonSchema();
                    case "events" -> RunEvent.jsonSchema();
                    default ->
                        throw new UsageError(
                                "There is no schema of '" + document + "'; there are run, plan, result and events.");
                });
    }

    private static String schemaOfRunFiles() throws IOException {
        try (Installation installation = Installation.open()) {
            return installation.schema();
        }
    }

    @Command(
            name = "keys",
            description = {
                "Explains the keys of run files: what they mean, which values they may have, and their defaults.",
                "For the parameters of plugins see ./plateau plugins."
            },
            footer = {"  ./plateau keys", "  ./plateau keys phases think"})
    static void keys(
            @Parameters(
                            arity = "0..*",
                            paramLabel = "<key>",
                            description = "Names or paths of keys, each with all keys below it; without any, all keys.")
                    @Nullable
                    List<String> given)
            throws UsageError {
        List<KeyHelp> all = KeyHelp.all();
        List<String> names = given == null ? List.of() : given;
        for (String name : names) {
            if (all.stream().noneMatch(key -> key.hasNameOrPath(name))) {
                throw new UsageError("There is no key '" + name + "'"
                        + NearestName.of(name, namesOf(all))
                                .map(nearest -> ", did you mean '" + nearest + "'?")
                                .orElse("; ./plateau keys lists all of them."));
            }
        }
        int columns = Terminal.detect().columns();
        all.stream()
                .filter(key -> names.isEmpty() || names.stream().anyMatch(key::hasNameOrPath))
                .forEach(key -> {
                    System.out.println(key.path());
                    TextStyle.wrapped(INDENT, INDENT, sentences(key), columns).forEach(System.out::println);
                });
    }

    private static List<String> namesOf(List<KeyHelp> all) {
        return all.stream()
                .flatMap(key -> Stream.concat(
                        Stream.of(key.path()), Arrays.stream(key.path().split("\\."))))
                .distinct()
                .toList();
    }

    private static String sentences(KeyHelp key) {
        String defaultSentence =
                key.defaultText().equals(KeyHelp.REQUIRED) ? "Required." : "Default: " + key.defaultText() + ".";
        return key.help() + " Value: " + key.value().replace("`", "") + ". " + defaultSentence;
    }

    @Command(
            name = "plugins",
            description =
                    "Lists the installed plugins with their workloads and SUT services; of a plugin that is named,"
                            + " also its operations and parameters.",
            footer = {"  ./plateau plugins", "  ./plateau plugins dvdstore"})
    static int plugins(@Parameters(arity = "0..1", description = "Plugin to explain.") @Nullable String name)
            throws IOException {
        try (Installation installation = Installation.open()) {
            List<PluginDescription> plugins = new PluginDescriptions(installation).all();
            if (name == null) {
                plugins.forEach(SetUpCommands::list);
                System.out.println(
                        CommandName.in("./plateau plugins NAME explains one: its operations and parameters."));
            } else {
                List<String> ids = plugins.stream().map(PluginDescription::id).toList();
                explain(
                        plugins.stream()
                                .filter(plugin -> plugin.id().equals(name))
                                .findFirst()
                                .orElseThrow(() -> new UsageError(
                                        "no plugin '" + name + "' is installed" + NearestName.hint(name, ids))),
                        installation);
            }
            installation.problems().forEach(CommandName::report);
            return (installation.problems().isEmpty() ? ExitCode.PASS : ExitCode.CANNOT).code();
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

    private static void explain(PluginDescription plugin, Installation installation) {
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
            explain(workload.parameters());
            installation.catalog().workload(workload.reference()).ifPresent(entry -> printTrees(entry.workload()));
        }
        for (ServiceDescription service : plugin.services()) {
            System.out.println("  SUT service " + service.name() + ": " + service.description());
            explain(service.parameters());
        }
        System.out.println();
    }

    private static void explain(List<ParameterDescription> parameters) {
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
                Map<String, Object> schema = PluginCall.query("Describing it", workload, () -> workload.schema(tree));
                printKeys(tree, schema, new HashSet<>());
            } catch (PluginCall.Failure e) {
                System.out.println("    " + e.describe());
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

    @Command(
            name = "prefetch",
            description = {
                "Downloads the programs of embedded servers, such as PostgreSQL, which are otherwise downloaded when"
                        + " each is first started.",
                "Copy the folder to a host without network and name it there in the variable PLATEAU_BINARIES."
            },
            footer = {
                "  ./plateau prefetch --to binaries postgresql",
                "  PLATEAU_BINARIES=binaries ./plateau run configs/runs/dvdstore-postgresql.yaml"
            })
    static void prefetch(
            @Option(
                            names = "--to",
                            paramLabel = "<folder>",
                            defaultValue = "binaries",
                            description = "Folder for the programs (default: ${DEFAULT-VALUE}).")
                    Path to,
            @Parameters(arity = "0..*", paramLabel = "<service>", description = "SUT services (default: all).")
                    @Nullable
                    List<String> given)
            throws IOException, InterruptedException {
        try (Installation installation = Installation.open()) {
            PluginCatalog catalog = installation.catalog();
            List<String> services = catalog.sutServiceNames();
            List<SutServiceType<?>> types = new ArrayList<>();
            for (String service : given == null ? services : given) {
                types.add(catalog.sutService(service)
                        .orElseThrow(() -> new UsageError(
                                "There is no SUT service '" + service + "'" + NearestName.hint(service, services))));
            }
            List<String> fetched = new ArrayList<>();
            for (SutServiceType<?> type : types) {
                if (fetch(type, to.toAbsolutePath())) {
                    fetched.add(type.name());
                }
            }
            System.out.println(
                    fetched.isEmpty()
                            ? "None of these services has programs to download."
                            : "In " + to.toAbsolutePath() + ": programs of " + String.join(", ", fetched)
                                    + ". Runs use them if PLATEAU_BINARIES names this folder.");
        }
    }

    /** Downloads the programs that are not in the folder, which may take minutes; false if the service has none. */
    private static boolean fetch(SutServiceType<?> sut, Path folder) throws IOException, InterruptedException {
        try {
            return sut.prefetch(folder, (activity, done, total, unit) -> CommandName.report(activity));
        } catch (SutException e) {
            throw new IOException(sut.name() + ": " + e.getMessage(), e);
        }
    }
}
