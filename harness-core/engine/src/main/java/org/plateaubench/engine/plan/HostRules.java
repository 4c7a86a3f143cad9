// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Reach;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.RunSpec;
import org.plateaubench.engine.config.RunSpec.SutSpec;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.loader.ParameterProblem;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginCatalog.WorkloadEntry;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.loader.ShownText;
import org.plateaubench.spi.SutServiceType;

/**
 * The only rule for the parts of the host that a user of a console may name: a parameter with a {@link Reach} has its
 * default, the value that the run file on the host sets, or a value of the administrator's file. Values are compared as
 * they are written. Immutable.
 *
 * @param onHost the run file on the host that the user runs or edits; null if there is none
 */
public record HostRules(AllowFile allowed, @Nullable RunSpec onHost) {
    private static final int SHOWN_LENGTH = 120;
    private static final String TILE = "${tile}";

    /** An address with host, port and name, without characters that could begin an option of a driver. */
    private static final Pattern WITHOUT_OPTIONS = Pattern.compile("[A-Za-z0-9:/._~,@\\[\\]-]*");

    private record Element(String path, String name, String text) {
        static List<Element> of(String name, Object value) {
            List<Element> result = new ArrayList<>();
            switch (value) {
                case List<?> list -> {
                    for (int i = 0; i < list.size(); i++) {
                        result.add(new Element(name + "[" + i + "]", name, String.valueOf(list.get(i))));
                    }
                }
                case Map<?, ?> map ->
                    map.forEach((key, entry) -> {
                        String path = name + "." + key;
                        result.add(new Element(path, path, String.valueOf(entry)));
                    });
                default -> result.add(new Element(name, name, String.valueOf(value)));
            }
            return result;
        }
    }

    /** The values of a run file that are refused. Sections of unknown services and workloads are not checked. */
    public List<Problem> refused(RunFile file, PluginCatalog catalog) {
        return refused(file, catalog, false);
    }

    /**
     * The values of a run file that may not be stored in the folder of run files, where they would count as set on the
     * host: the refused values, and all values of services and workloads that are not installed.
     */
    public List<Problem> notStorable(RunFile file, PluginCatalog catalog) {
        return refused(file, catalog, true);
    }

    private List<Problem> refused(RunFile file, PluginCatalog catalog, boolean isStored) {
        List<Problem> problems = new ArrayList<>();
        for (SutSpec sut : file.spec().suts()) {
            String service = sut.service();
            String path = RunFileKeys.SUTS.entry(sut.name());
            SutServiceType<?> type =
                    service == null ? null : catalog.sutService(service).orElse(null);
            if (service != null && type != null) {
                add(problems, file, path, refused(service, type.parametersType(), sut.parameters(), onHost(sut)));
            } else if (service != null && isStored && !sut.parameters().isEmpty()) {
                problems.add(unknown(file, RunFileKeys.SERVICE.within(path), service));
            }
        }
        for (WorkloadSpec workload : file.spec().workloads()) {
            String plugin = workload.get(RunFileKeys.PLUGIN);
            String path = RunFileKeys.WORKLOADS.entry(workload.name());
            WorkloadEntry entry =
                    plugin == null ? null : catalog.workload(plugin).orElse(null);
            if (plugin != null && entry != null) {
                String owner = entry.plugin().id() + "/" + entry.workload().name();
                add(
                        problems,
                        file,
                        RunFileKeys.PARAMETERS.within(path),
                        refused(
                                owner,
                                entry.workload().parametersType(),
                                workload.parameters(),
                                onHost(workload.name(), plugin)));
            } else if (plugin != null && isStored && !workload.parameters().isEmpty()) {
                problems.add(unknown(file, RunFileKeys.PLUGIN.within(path), plugin));
            }
        }
        return problems;
    }

    private static Problem unknown(RunFile file, String path, String name) {
        return file.source()
                .atValue(
                        path,
                        "'" + shown(name)
                                + "' is not installed, so the console cannot determine which of its parameters"
                                + " reach the host: correct the name, or store the file on the host");
    }

    private Map<String, @Nullable Object> onHost(SutSpec sut) {
        return onHost == null
                ? Map.of()
                : onHost.suts().stream()
                        .filter(element ->
                                element.name().equals(sut.name()) && Objects.equals(element.service(), sut.service()))
                        .findFirst()
                        .map(SutSpec::parameters)
                        .orElse(Map.of());
    }

    private Map<String, @Nullable Object> onHost(String name, String plugin) {
        return onHost == null
                ? Map.of()
                : onHost.workloads().stream()
                        .filter(element ->
                                element.name().equals(name) && plugin.equals(element.get(RunFileKeys.PLUGIN)))
                        .findFirst()
                        .map(WorkloadSpec::parameters)
                        .orElse(Map.of());
    }

    private static void add(List<Problem> problems, RunFile file, String section, List<ParameterProblem> refused) {
        refused.forEach(
                problem -> problems.add(file.source().atValue(section + "." + problem.path(), problem.message())));
    }

    /** {@code owner} is a SUT service, or a workload as {@code plugin/workload}. */
    public List<ParameterProblem> refused(String owner, Class<? extends Record> type, Map<String, ?> parameters) {
        return refused(owner, type, parameters, Map.of());
    }

    private List<ParameterProblem> refused(
            String owner, Class<? extends Record> type, Map<String, ?> parameters, Map<String, ?> onHost) {
        Map<String, Object> defaults = ParameterBinder.plainDefaults(type);
        List<String> trees = ParameterBinder.trees(type);
        List<ParameterProblem> problems = new ArrayList<>();
        for (ParameterDescriptor parameter : ParameterDescriptor.of(type)) {
            Object value = parameters.get(parameter.name());
            if (value == null || value.equals(defaults.get(parameter.name()))) {
                continue;
            }
            boolean isOnHost = value.equals(onHost.get(parameter.name()));
            for (Element element : Element.of(parameter.name(), value)) {
                // A tree is the plugin's own text, which it does not write to a file of settings.
                boolean isTree = trees.contains(parameter.name());
                Element checked = isTree
                        ? new Element(
                                element.path(), element.name(), element.text().replaceAll("[\\n\\r\\t]", " "))
                        : element;
                String problem = problem(owner, parameter, checked, isOnHost);
                if (problem != null) {
                    problems.add(new ParameterProblem(element.path(), false, problem));
                }
            }
        }
        return problems;
    }

    private @Nullable String problem(String owner, ParameterDescriptor parameter, Element element, boolean isOnHost) {
        boolean isAllowed = isOnHost || allowed.allows(owner, element.name(), element.text());
        if (!isAllowed && !isFree(parameter.reach(), element)) {
            return refusal(owner, parameter, element);
        }
        List<String> secrets = SecretReferences.in(element.text());
        for (String secret : secrets) {
            if (!allowed.secrets().contains(secret)) {
                return (secret.startsWith("env:") ? "environment variable " : "file ")
                        + shown(secret.substring(secret.indexOf(':') + 1))
                        + " is not a secret that runs of this console may read: they may read those that "
                        + allowed.description() + " lists under secrets";
            }
        }
        if (!secrets.isEmpty() && !parameter.secret() && !isAllowed) {
            // A parameter that is not declared to be secret appears in results and messages.
            return "would show a secret in results and messages: write the value itself" + accepted(owner, element);
        }
        return null;
    }

    private static boolean isFree(Reach reach, Element element) {
        return switch (reach) {
            // Plugins write such values to configuration files, in which a further line would be a further setting.
            case FREE -> isOneLine(element.path()) && isOneLine(element.text());
            case PROGRAM, FOLDER, FILE, SETTINGS, TARGET -> false;
            case ADDRESS ->
                WITHOUT_OPTIONS.matcher(element.text().replace(TILE, "")).matches();
        };
    }

    private static boolean isOneLine(String text) {
        return text.chars().noneMatch(Character::isISOControl);
    }

    private String refusal(String owner, ParameterDescriptor parameter, Element element) {
        if (parameter.reach() == Reach.FREE) {
            return "must be one line without control characters in a run of this console";
        }
        String found = parameter.secret() ? "a value that is not shown" : "'" + shown(element.text()) + "'";
        return "is " + words(parameter.reach()) + ", found " + found + accepted(owner, element);
    }

    private String accepted(String owner, Element element) {
        return ": the console accepts only what the run file on the host sets here, and what " + allowed.description()
                + " names for " + owner + " " + shown(element.name());
    }

    private static String words(Reach reach) {
        return switch (reach) {
            case FREE -> "free";
            case PROGRAM -> "a program of the host";
            case FOLDER -> "a folder of the host";
            case FILE -> "a file of the host";
            case SETTINGS -> "a setting that a server is given as it is";
            case ADDRESS -> "an address with options";
            case TARGET -> "an address that receives load";
        };
    }

    private static String shown(String text) {
        return ShownText.of(text.length() <= SHOWN_LENGTH ? text : text.substring(0, SHOWN_LENGTH) + "...");
    }
}
