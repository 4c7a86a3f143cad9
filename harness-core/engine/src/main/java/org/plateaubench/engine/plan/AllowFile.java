// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

/**
 * The administrator's file with the values of the host that any run of a console may name. Immutable.
 *
 * @param path the file; null if the console was started without one
 * @param parameters values by parameter, by SUT service or workload ({@code plugin/workload}); an entry of a mapping is
 *     named {@code parameter.key}
 * @param secrets references that parameters may hold, such as {@code env:NAME}
 */
public record AllowFile(@Nullable Path path, Map<String, Map<String, List<String>>> parameters, List<String> secrets) {
    public static final AllowFile NONE = new AllowFile(null, Map.of(), List.of());

    private static final String PARAMETERS = "parameters";
    private static final String SECRETS = "secrets";
    private static final String VARIABLE = "env:";

    /** Variables of the console itself begin with PLATEAU_. A relative file would be another one for each run. */
    private static final Pattern SECRET = Pattern.compile("env:(?!PLATEAU_)[A-Za-z_][A-Za-z0-9_]*|file:/.+");

    public static AllowFile read(@Nullable Path path) throws WrongConfiguration {
        if (path == null) {
            return NONE;
        }
        Location file = Location.of(path.toString());
        Problems problems = new Problems();
        ConfigNode root;
        try {
            root = YamlTree.ofFile(path.toString(), Files.readString(path, StandardCharsets.UTF_8), problems);
        } catch (IOException e) {
            throw WrongConfiguration.at(
                    file, "cannot be read, so nothing is allowed: create it, or let the console's user read it");
        }
        AllowFile read = NONE;
        if (root instanceof ConfigNode.Mapping mapping) {
            read = new Content(problems).read(path, mapping);
        } else if (problems.isEmpty()) {
            problems.add(file, "", "must be a mapping with " + PARAMETERS + " and " + SECRETS);
        }
        if (!problems.isEmpty()) {
            throw new WrongConfiguration(problems.sorted());
        }
        return read;
    }

    boolean names(String owner, String parameter, String value) {
        return parameters
                .getOrDefault(owner, Map.of())
                .getOrDefault(parameter, List.of())
                .contains(value);
    }

    public List<String> variables() {
        return secrets.stream()
                .filter(secret -> secret.startsWith(VARIABLE))
                .map(secret -> secret.substring(VARIABLE.length()))
                .toList();
    }

    String shownName() {
        return path == null
                ? "an allow file of the administrator (./plateau console --allow FILE)"
                : "the administrator's allow file (" + path + ")";
    }

    private record Content(Problems problems) {
        AllowFile read(Path path, ConfigNode.Mapping root) {
            Map<String, Map<String, List<String>>> parameters = new LinkedHashMap<>();
            List<String> secrets = new ArrayList<>();
            root.fields().forEach((name, field) -> {
                switch (name) {
                    case PARAMETERS -> owners(field.value(), parameters);
                    case SECRETS -> secrets.addAll(secrets(field.value()));
                    default -> problems.add(field.keyLocation(), name, "is not " + PARAMETERS + " or " + SECRETS);
                }
            });
            return new AllowFile(path, parameters, secrets);
        }

        private void owners(ConfigNode given, Map<String, Map<String, List<String>>> parameters) {
            mapping(given, PARAMETERS).forEach((owner, values) -> {
                Map<String, List<String>> read = new LinkedHashMap<>();
                String path = PARAMETERS + "." + owner;
                mapping(values.value(), path)
                        .forEach((name, value) -> read.put(name, texts(value.value(), path + "." + name)));
                parameters.put(owner, read);
            });
        }

        private Map<String, ConfigNode.Field> mapping(ConfigNode given, String path) {
            if (given instanceof ConfigNode.Mapping mapping) {
                return mapping.fields();
            }
            problems.add(given.location(), path, "must be a mapping, found " + given.shown());
            return Map.of();
        }

        private List<String> texts(ConfigNode given, String path) {
            List<ConfigNode> elements = given instanceof ConfigNode.Sequence list ? list.elements() : List.of(given);
            List<String> texts = new ArrayList<>();
            for (ConfigNode each : elements) {
                if (each instanceof ConfigNode.Scalar scalar && !scalar.isNothing()) {
                    texts.add(scalar.text());
                } else {
                    problems.add(each.location(), path, "must be a value or a list of values, found " + each.shown());
                }
            }
            return texts;
        }

        private List<String> secrets(ConfigNode given) {
            List<String> secrets = texts(given, SECRETS);
            for (String secret : secrets) {
                if (!SECRET.matcher(secret).matches()) {
                    problems.add(
                            given.location(),
                            SECRETS,
                            "must be env:NAME, except variables that begin with PLATEAU_, or file:PATH from / on, found '"
                                    + secret + "'");
                }
            }
            return secrets;
        }
    }
}
