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
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ReferencedFiles;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;
import org.plateaubench.loader.NearestName;

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

    private static final String VARIABLE = "env:";

    /** Variables of the console itself begin with PLATEAU_. A relative path would differ from run to run. */
    private static final Pattern SECRET = Pattern.compile("env:(?!PLATEAU_)[A-Za-z_][A-Za-z0-9_]*|file:/.+");

    private static final String PARAMETERS = "parameters";
    private static final String SECRETS = "secrets";

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
        if (root == null && problems.isEmpty()) {
            problems.add(file, "", "must be a mapping with " + PARAMETERS + " and " + SECRETS);
        }
        AllowFile read = root == null ? NONE : read(path, root, new Reading(problems, new ReferencedFiles(null, "")));
        if (!problems.isEmpty()) {
            throw new WrongConfiguration(problems.sorted());
        }
        return read;
    }

    private static AllowFile read(Path path, ConfigNode root, Reading reading) {
        Map<String, Map<String, List<String>>> owners = new LinkedHashMap<>();
        List<String> secrets = new ArrayList<>();
        Section file = Section.of("", root, reading);
        file.all().forEach((name, value) -> {
            switch (name) {
                case PARAMETERS -> owners.putAll(owners(value, name, reading));
                case SECRETS -> secrets.addAll(secrets(value, name, reading));
                default -> file.keyProblem(name, "unknown key" + NearestName.hint(name, List.of(PARAMETERS, SECRETS)));
            }
        });
        return new AllowFile(path, owners, secrets);
    }

    private static Map<String, Map<String, List<String>>> owners(ConfigNode node, String path, Reading reading) {
        Map<String, Map<String, List<String>>> owners = new LinkedHashMap<>();
        Section.of(path, node, reading).all().forEach((owner, values) -> {
            Map<String, List<String>> read = new LinkedHashMap<>();
            Section section = Section.of(path + "." + owner, values, reading);
            section.all().forEach((name, value) -> read.put(name, texts(value, section.path(name), reading)));
            owners.put(owner, read);
        });
        return owners;
    }

    private static List<String> texts(ConfigNode node, String path, Reading reading) {
        List<ConfigNode> elements = node instanceof ConfigNode.Sequence list ? list.elements() : List.of(node);
        List<String> texts = new ArrayList<>();
        for (ConfigNode element : elements) {
            String text = ScalarTypes.TEXT.read(element, path, reading);
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }

    private static List<String> secrets(ConfigNode node, String path, Reading reading) {
        List<String> secrets = texts(node, path, reading);
        for (String secret : secrets) {
            if (!SECRET.matcher(secret).matches()) {
                reading.problem(
                        node,
                        path,
                        "must be env:NAME, except variables that begin with PLATEAU_, or file:PATH with an absolute path, found '"
                                + secret + "'");
            }
        }
        return secrets;
    }

    boolean allows(String owner, String parameter, String value) {
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

    String description() {
        return path == null
                ? "an allow file of the administrator (./plateau console --allow FILE)"
                : "the administrator's allow file (" + path + ")";
    }
}
