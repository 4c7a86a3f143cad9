// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.archive;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks up the supported classes and members of Faban's programming interface. Stateless. */
final class InterfaceMembers {
    private static final ClassLoader LOADER = InterfaceMembers.class.getClassLoader();

    private InterfaceMembers() {}

    /** Whether a name is the name of one of Faban's classes, whether or not Plateau has it. */
    static boolean isOfFaban(String className) {
        return className.startsWith(DriverLoader.INTERFACE);
    }

    /** Returns a class by its name with dots. */
    static Optional<Class<?>> type(String className) {
        try {
            return Optional.of(Class.forName(className, false, LOADER));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /** Returns the name with dots of a descriptor's class. */
    static String name(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.startsWith("L")
                ? descriptor.substring(1, descriptor.length() - 1).replace('/', '.')
                : descriptor;
    }

    /** Whether a class has a method, constructor or field, including inherited ones. */
    static boolean has(Class<?> owner, String name, String descriptor) {
        if (!descriptor.startsWith("(")) {
            return fields(owner)
                    .anyMatch(field -> field.getName().equals(name)
                            && field.getType().descriptorString().equals(descriptor));
        }
        if (name.equals("<init>")) {
            return Arrays.stream(owner.getDeclaredConstructors())
                    .anyMatch(made -> descriptor(made).equals(descriptor));
        }
        return methods(owner)
                .anyMatch(method -> method.getName().equals(name)
                        && MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                                .descriptorString()
                                .equals(descriptor));
    }

    private static String descriptor(Constructor<?> made) {
        return MethodType.methodType(void.class, made.getParameterTypes()).descriptorString();
    }

    private static Stream<Field> fields(Class<?> owner) {
        return Stream.concat(Arrays.stream(owner.getFields()), Arrays.stream(owner.getDeclaredFields()));
    }

    private static Stream<Method> methods(Class<?> owner) {
        return Stream.of(owner.getMethods(), owner.getDeclaredMethods(), Object.class.getMethods())
                .flatMap(Arrays::stream);
    }
}
