// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The types that a component of a parameters record may have. */
sealed interface ValueType {

    String label();

    /** A type without parts. */
    enum Scalar implements ValueType {
        INT("whole number", int.class, Integer.class),
        LONG("whole number", long.class, Long.class),
        DOUBLE("number", double.class, Double.class),
        BOOLEAN("true or false", boolean.class, Boolean.class),
        TEXT("text", String.class, String.class),
        DURATION("duration", Duration.class, Duration.class);

        private final String label;
        private final Class<?> type;
        private final Class<?> boxed;

        Scalar(String label, Class<?> type, Class<?> boxed) {
            this.label = label;
            this.type = type;
            this.boxed = boxed;
        }

        @Override
        public String label() {
            return label;
        }
    }

    record Choice(Class<? extends Enum<?>> type) implements ValueType {
        @Override
        public String label() {
            return "one of " + String.join(", ", words());
        }

        List<String> words() {
            return Arrays.stream(type.getEnumConstants()).map(Choice::word).toList();
        }

        static String word(Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        @Nullable
        Enum<?> constant(String word) {
            for (Enum<?> constant : type.getEnumConstants()) {
                if (word(constant).equals(word)) {
                    return constant;
                }
            }
            return null;
        }
    }

    record ListOf(ValueType element) implements ValueType {
        @Override
        public String label() {
            return "list of " + element.label();
        }
    }

    record MapOf(ValueType element) implements ValueType {
        @Override
        public String label() {
            return "mapping of " + element.label();
        }
    }

    /** Any mapping; only the plugin knows its keys. */
    record Tree() implements ValueType {
        @Override
        public String label() {
            return "mapping, or the name of a YAML file with one";
        }
    }

    /**
     * The type of a component.
     *
     * @throws IllegalArgumentException when parameters cannot have this type
     */
    static ValueType of(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return new ListOf(of(arguments[0]));
            }
            if (generic.getRawType() == Map.class && arguments[0] == String.class) {
                if (arguments[1] == Object.class) {
                    return new Tree();
                }
                return new MapOf(of(arguments[1]));
            }
        }
        if (type instanceof Class<?> plain) {
            if (plain.isEnum()) {
                return new Choice(enumType(plain));
            }
            for (Scalar scalar : Scalar.values()) {
                if (plain == scalar.type || plain == scalar.boxed) {
                    return scalar;
                }
            }
        }
        throw new IllegalArgumentException("a parameter cannot be of type " + type.getTypeName());
    }

    @SuppressWarnings("unchecked") // The caller has checked isEnum.
    private static Class<? extends Enum<?>> enumType(Class<?> type) {
        return (Class<? extends Enum<?>>) type;
    }
}
