// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.reach;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.plateaubench.api.Reach;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.loader.ParameterProblem;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.loader.isolation.ShownText;

/**
 * Decides which parts of the host a run requested from outside may name. It checks the paths of files, never their
 * content. Immutable; any thread.
 *
 * @param list values that an administrator has allowed
 * @param folder base of relative names of secret files
 * @param within folder of run files, whose files any run may name
 */
public record HostRules(AllowList list, Path folder, Path within) {
    private static final String REMEDY = "ask an administrator to add it on the page Allow list";
    private static final int SHOWN_LENGTH = 120;

    /** An address with host, port and name, without characters that could begin an option of a driver. */
    private static final Pattern WITHOUT_OPTIONS = Pattern.compile("[A-Za-z0-9:/._~,@\\[\\]-]*");

    private static final Pattern RUN_FILE = Pattern.compile("(?i).*\\.ya?ml");

    /**
     * A problem for each parameter value of a SUT or a workload that is not allowed.
     *
     * @param owner SUT service, or workload as {@code plugin/workload}
     * @param values all parameters of the plan
     */
    public List<ParameterProblem> refused(String owner, Class<? extends Record> type, Map<String, Object> values) {
        Map<String, Object> defaults = ParameterBinder.plainDefaults(type);
        List<ParameterProblem> problems = new ArrayList<>();
        for (ParameterDescriptor parameter : ParameterBinder.descriptors(type)) {
            Object value = values.get(parameter.name());
            if (value == null || value.equals(defaults.get(parameter.name()))) {
                continue;
            }
            for (Element element : Element.of(parameter.name(), value)) {
                boolean isDeclared = isDeclared(owner, parameter.reach(), element);
                if (!isDeclared && !isFree(parameter.reach(), element)) {
                    problems.add(new ParameterProblem(element.path(), false, refusal(owner, parameter, element)));
                }
                List<String> secrets = SecretReferences.in(element.text());
                List<String> unlisted =
                        secrets.stream().filter(reference -> !lists(reference)).toList();
                unlisted.forEach(
                        reference -> problems.add(new ParameterProblem(element.path(), false, unlisted(reference))));
                boolean isShown = !secrets.isEmpty() && !parameter.secret() && !isDeclared;
                if (isShown && unlisted.isEmpty()) {
                    problems.add(new ParameterProblem(element.path(), false, shownSecret(owner, element)));
                }
            }
        }
        return problems;
    }

    /** Whether an administrator has allowed exactly this value. */
    private boolean isDeclared(String owner, Reach reach, Element element) {
        return list.allowed(owner, element.allowedAs()).anyMatch(one -> isSame(reach, element.text(), one));
    }

    /**
     * The problem of a secret in a parameter that is not declared to be secret, and so would appear in results and
     * messages.
     */
    private static String shownSecret(String owner, Element element) {
        return "would show a secret in results and messages: write the value itself, or " + REMEDY + " for " + owner
                + " " + shown(element.allowedAs());
    }

    private boolean isFree(Reach reach, Element element) {
        String text = element.text();
        return switch (reach) {
            // Plugins write such values to configuration files, in which a further line would be a further setting.
            case FREE -> isOneLine(element.path()) && isOneLine(text);
            case PROGRAM, FOLDER, SETTINGS -> false;
            // A user who may edit run files must not be able to write other files that a run reads.
            case FILE -> HostPath.isWithin(within, text) && !HostPath.isNamed(text, RUN_FILE);
            case ADDRESS -> WITHOUT_OPTIONS.matcher(text).matches();
        };
    }

    private static boolean isOneLine(String text) {
        return text.chars().noneMatch(Character::isISOControl);
    }

    private static boolean isSame(Reach reach, String given, String allowed) {
        return given.equals(allowed)
                || switch (reach) {
                    case PROGRAM -> HostPath.isSameProgram(given, allowed);
                    case FOLDER, FILE -> HostPath.isSame(given, allowed);
                    case FREE, SETTINGS, ADDRESS -> false;
                };
    }

    private static String refusal(String owner, ParameterDescriptor parameter, Element element) {
        if (parameter.reach() == Reach.FREE) {
            return "must be one line without control characters in a run of this console";
        }
        String shown = parameter.secret() ? "a value that is not shown" : "'" + shown(element.text()) + "'";
        return "is " + what(parameter.reach()) + " and must be on the allow list of this console, found " + shown + ": "
                + REMEDY + " for " + owner + " " + shown(element.allowedAs());
    }

    private static String what(Reach reach) {
        return switch (reach) {
            case FREE -> "free";
            case PROGRAM -> "a program of the host";
            case FOLDER -> "a folder of the host";
            case FILE -> "a run file, or a file of the host outside the folder of run files,";
            case SETTINGS -> "a setting that a server is given as it is";
            case ADDRESS -> "an address with options";
        };
    }

    private static String shown(String text) {
        return ShownText.of(text.length() <= SHOWN_LENGTH ? text : text.substring(0, SHOWN_LENGTH) + "...");
    }

    /**
     * Whether a run may read a secret.
     *
     * @param reference the reference, such as {@code env:NAME} or {@code file:path}
     */
    public boolean lists(String reference) {
        String name = reference.substring(reference.indexOf(':') + 1);
        if (reference.startsWith("env:")) {
            return list.variables().contains(name);
        }
        Optional<Path> file = HostPath.real(folder, name);
        return file.isPresent() && list.files().stream().anyMatch(one -> file.equals(HostPath.real(Path.of(""), one)));
    }

    /** The reason why a secret may not be read. */
    public static String unlisted(String reference) {
        String name = shown(reference.substring(reference.indexOf(':') + 1));
        return (reference.startsWith("env:") ? "environment variable " : "file ") + name
                + " is not among the secrets that runs of this console may read: " + REMEDY;
    }
}
