// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.allowed;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.plateaubench.api.Names;
import org.plateaubench.api.Reach;
import org.plateaubench.engine.plan.reach.AllowList;
import org.plateaubench.web.http.Problem;

/** Checks an allow list. An entry that can never match is a problem, since its author meant something else. */
final class AllowListCheck {
    private static final int MOST_ENTRIES = 500;
    private static final int LONGEST = 4_000;
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,199}");
    private static final Set<String> PATHS = Set.of(Reach.PROGRAM.word(), Reach.FOLDER.word());

    private final HostAccessParameters parameters;
    private final List<Problem.Detail> problems = new ArrayList<>();

    AllowListCheck(HostAccessParameters parameters) {
        this.parameters = parameters;
    }

    /** Returns every problem of the list. */
    List<Problem.Detail> problems(AllowList list) {
        bound("values", list.values());
        bound("suts", list.suts());
        bound("variables", list.variables());
        bound("files", list.files());
        if (!problems.isEmpty()) {
            return problems;
        }
        each("values", list.values(), this::check);
        each("suts", list.suts(), this::check);
        each("variables", list.variables(), (path, variable) -> {
            if (!VARIABLE.matcher(variable).matches()) {
                wrong(path, "must be the name of an environment variable");
            } else if (variable.startsWith("PLATEAU_")) {
                wrong(path, "must not begin with PLATEAU_: such variables are the console's own");
            }
        });
        each("files", list.files(), (path, file) -> {
            if (!isAbsolute(file)) {
                wrong(path, "must be the path of a file, from / on");
            }
        });
        return problems;
    }

    private static <T> void each(String name, List<T> entries, BiConsumer<String, T> check) {
        for (int i = 0; i < entries.size(); i++) {
            check.accept(name + "[" + i + "]", entries.get(i));
        }
    }

    private void bound(String path, List<?> entries) {
        if (entries.size() > MOST_ENTRIES) {
            wrong(path, "must be at most " + MOST_ENTRIES);
        } else if (entries.stream()
                .anyMatch(one ->
                        one.toString().length() > LONGEST || one.toString().contains("\0"))) {
            wrong(path, "must have at most " + LONGEST + " characters each");
        }
    }

    private void check(String path, AllowList.Value value) {
        Optional<HostAccessParameters.Marked> found = parameters.find(value.owner(), value.parameter());
        if (found.isEmpty() && value.refersToSecret() && parameters.has(value.owner(), value.parameter())) {
            return;
        }
        if (found.isEmpty()) {
            wrong(
                    path + ".parameter",
                    value.owner() + " has no parameter " + value.parameter()
                            + " that is for an administrator to allow; of a mapping name one setting, such as"
                            + " settings.hz");
        } else if (PATHS.contains(found.get().reach()) && !isAbsolute(value.value())) {
            wrong(path + ".value", "must be a path, from / on");
        }
    }

    private void check(String path, AllowList.DeclaredSut sut) {
        if (!Names.isValid(sut.name()) || sut.name().length() > Names.MOST_CHARACTERS) {
            wrong(path + ".name", "must start with a small letter and hold only letters, digits and hyphens");
        }
        if (!parameters.services().contains(sut.service())) {
            wrong(path + ".service", "must be one of " + String.join(", ", parameters.services()));
        }
        sut.parameters().forEach((name, value) -> {
            if (!isPlain(value)) {
                wrong(path + ".parameters." + name, "must be a text, or a list or mapping of texts");
            }
        });
    }

    private static boolean isPlain(Object value) {
        return switch (value) {
            case List<?> list -> list.stream().allMatch(AllowListCheck::isScalar);
            case Map<?, ?> map -> map.values().stream().allMatch(AllowListCheck::isScalar);
            default -> isScalar(value);
        };
    }

    private static boolean isScalar(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean;
    }

    private static boolean isAbsolute(String text) {
        try {
            return Path.of(text).isAbsolute();
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private void wrong(String path, String message) {
        problems.add(Problem.Detail.of(path, message));
    }
}
