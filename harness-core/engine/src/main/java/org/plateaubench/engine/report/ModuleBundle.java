// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bundles ECMAScript modules in one classic script, because a page that is opened as a file may not load modules. Each
 * module becomes a function that is called once, after the modules that it imports, and returns its exports. The bundle
 * supports the forms of import and export that the console's pages and their libraries use, and refuses all others;
 * imports must not be cyclic. The same modules give the same script.
 */
final class ModuleBundle {
    /**
     * The beginning of a statement: on a line of its own in Plateau's modules, or after another statement in minified
     * ones.
     */
    private static final String BEGIN = "(?m)(?:^|(?<=[;}]))";

    private static final String FROM = "\\s*from\\s*[\"']([^\"']+)[\"'];?";
    private static final String NAMES = "\\s*\\{([^}]*)\\}";
    private static final Pattern NAME = Pattern.compile("([\\w$]+)(?:\\s+as\\s+([\\w$]+))?");
    private static final Pattern IMPORT_ALL = Pattern.compile(BEGIN + "import\\s*\\*\\s*as\\s+([\\w$]+)" + FROM);
    private static final Pattern IMPORT_NAMES = Pattern.compile(BEGIN + "import" + NAMES + FROM);
    private static final Pattern EXPORT_FROM = Pattern.compile(BEGIN + "export" + NAMES + FROM);
    private static final Pattern EXPORT_NAMES = Pattern.compile(BEGIN + "export" + NAMES + ";?");
    private static final Pattern EXPORT_DECLARED =
            Pattern.compile("(?m)^export (?=(?:async function|function|class|const) ([\\w$]+))");
    private static final Pattern NOT_UNDERSTOOD = Pattern.compile("(?m)^(?:import|export)\\b.*$");

    private final UnaryOperator<String> files;
    private final StringBuilder script = new StringBuilder();
    /** The names of the modules in the script, by address; empty while the imports of a module are being added. */
    private final Map<String, String> modules = new LinkedHashMap<>();

    private ModuleBundle(UnaryOperator<String> files) {
        this.files = files;
    }

    static String of(String address, UnaryOperator<String> files) {
        ModuleBundle bundle = new ModuleBundle(files);
        bundle.add(address);
        return "(() => {\n'use strict';\n" + bundle.script + "})();\n";
    }

    private String add(String address) {
        String known = modules.putIfAbsent(address, "");
        if (known != null) {
            if (known.isEmpty()) {
                throw new IllegalStateException(address + " is imported by a module that it imports");
            }
            return known;
        }
        String text = files.apply(address);
        List<String> exports = new ArrayList<>();
        text = replaced(text, IMPORT_ALL, found -> constant(found.group(1), from(address, found.group(2))));
        text = replaced(text, IMPORT_NAMES, found -> constant(renamed(found.group(1)), from(address, found.group(2))));
        text = replaced(text, EXPORT_FROM, found -> {
            String module = from(address, found.group(2));
            names(found.group(1)).forEach((name, as) -> exports.add(as + ": " + module + "." + name));
            return "";
        });
        text = replaced(text, EXPORT_NAMES, found -> {
            names(found.group(1)).forEach((name, as) -> exports.add(as + ": " + name));
            return "";
        });
        text = replaced(text, EXPORT_DECLARED, found -> {
            exports.add(found.group(1));
            return "";
        });
        Matcher other = NOT_UNDERSTOOD.matcher(text);
        if (other.find()) {
            throw new IllegalStateException(address + " has a statement of another form: " + other.group());
        }
        String name = "module"
                + modules.values().stream().filter(done -> !done.isEmpty()).count();
        script.append("// ").append(address).append("\nconst ").append(name).append(" = (() => {\n");
        script.append(text.strip())
                .append("\nreturn {")
                .append(String.join(", ", exports))
                .append("};\n})();\n");
        modules.put(address, name);
        return name;
    }

    private static String replaced(String text, Pattern pattern, Function<MatchResult, String> replacement) {
        return pattern.matcher(text).replaceAll(found -> Matcher.quoteReplacement(replacement.apply(found)));
    }

    private static String constant(String names, String value) {
        return "const " + names + " = " + value + ";";
    }

    private String from(String importer, String named) {
        return add(URI.create(importer).resolve(named).getPath());
    }

    private static String renamed(String list) {
        List<String> parts = new ArrayList<>();
        names(list).forEach((name, as) -> parts.add(name + ": " + as));
        return "{" + String.join(", ", parts) + "}";
    }

    /** The names in a list such as {@code a, b as c}, each with its alias. */
    private static Map<String, String> names(String list) {
        Map<String, String> names = new LinkedHashMap<>();
        NAME.matcher(list).results().forEach(found -> {
            String as = found.group(2);
            names.put(found.group(1), as == null ? found.group(1) : as);
        });
        return names;
    }
}
