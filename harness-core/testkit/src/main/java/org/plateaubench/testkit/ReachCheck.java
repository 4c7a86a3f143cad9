// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;

/**
 * Checks that parameters declare their reach on the host. It relies on names and descriptions, so it does not find a
 * parameter with an unusual name; such a parameter must declare its {@link Parameter#reach} nevertheless.
 */
public final class ReachCheck {
    /** Words in a name that refer to a part of the host, independent of the description. */
    private static final Pattern NAME = Pattern.compile(
            "arg(s|uments)|binary|certificate|cmd|commands?|conf(ig|iguration)?|dir(ectory)?|exec(utables?)?|files?"
                    + "|folders?|home|hooks?|interpreter|jar|(key|trust)store|library|modules?|options|programs?"
                    + "|scripts?|server|settings?|shell|trust|wrapper");

    private static final Pattern DESCRIPTION = Pattern.compile(
            "\\b(programs?|executables?|binary|folders?|director(y|ies)|files?|PEM|modules?|scripts?|hooks?"
                    + "|shell|JDBC|configuration)\\b",
            Pattern.CASE_INSENSITIVE);

    private ReachCheck() {}

    /** Returns {@link #missing(String, Class)} of all workloads and SUT services of a plugin. */
    public static List<String> missing(List<Workload<?>> workloads, List<SutServiceType<?>> services) {
        List<String> result = new ArrayList<>();
        workloads.forEach(each -> result.addAll(missing("workload " + each.name(), each.parametersType())));
        services.forEach(each -> result.addAll(missing("SUT service " + each.name(), each.parametersType())));
        return result;
    }

    /**
     * Returns a sentence about each parameter of a record that does not declare its reach.
     *
     * @param owner the workload or SUT service that has them
     */
    public static List<String> missing(String owner, Class<? extends Record> type) {
        return Stream.of(type.getRecordComponents())
                .flatMap(component -> component.getType().isRecord()
                        ? Stream.of(component.getType().getRecordComponents())
                        : Stream.of(component))
                .filter(ReachCheck::isUnmarked)
                .map(component -> "parameter " + component.getName() + " of " + owner
                        + " seems to name a program, a folder, a file, an address with options or"
                        + " settings of the host: declare it with reach")
                .toList();
    }

    private static boolean isUnmarked(RecordComponent component) {
        Parameter parameter = component.getAnnotation(Parameter.class);
        return parameter != null
                && parameter.reach() == Reach.FREE
                && !parameter.sut()
                && isText(component.getGenericType())
                && (component.getType() == Path.class
                        || isHostName(component.getName())
                        || DESCRIPTION.matcher(parameter.description()).find());
    }

    private static boolean isText(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return isText(arguments[arguments.length - 1]);
        }
        return type == String.class || type == Path.class;
    }

    /** Whether a word of a name such as {@code postfixSettings} refers to a part of the host. */
    private static boolean isHostName(String name) {
        return Arrays.stream(name.split("(?=[A-Z])", -1))
                .map(word -> word.toLowerCase(Locale.ROOT))
                .anyMatch(word -> NAME.matcher(word).matches());
    }
}
