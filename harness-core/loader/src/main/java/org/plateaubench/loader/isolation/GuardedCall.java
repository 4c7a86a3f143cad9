// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A method of the platform that plugins reach only through {@link PluginGuard}.
 *
 * @param owner class of the platform
 * @param name its method
 * @param type its type
 * @param isStatic whether it has no receiver
 */
record GuardedCall(Class<?> owner, String name, MethodTypeDesc type, boolean isStatic) {
    private static final List<GuardedCall> ALL = List.of(
            ofStatic(System.class, "exit", void.class, int.class),
            ofVirtual(Runtime.class, "exit", void.class, int.class),
            ofVirtual(Runtime.class, "halt", void.class, int.class),
            ofStatic(System.class, "setOut", void.class, PrintStream.class),
            ofStatic(System.class, "setErr", void.class, PrintStream.class),
            ofStatic(System.class, "setIn", void.class, InputStream.class),
            ofStatic(System.class, "setProperties", void.class, Properties.class),
            ofStatic(System.class, "setProperty", String.class, String.class, String.class),
            ofStatic(System.class, "clearProperty", String.class, String.class),
            ofStatic(Locale.class, "setDefault", void.class, Locale.class),
            ofStatic(Locale.class, "setDefault", void.class, Locale.Category.class, Locale.class),
            ofStatic(TimeZone.class, "setDefault", void.class, TimeZone.class),
            ofStatic(
                    Thread.class,
                    "setDefaultUncaughtExceptionHandler",
                    void.class,
                    Thread.UncaughtExceptionHandler.class));

    private static final List<GuardedCall> LOOKUPS = List.of(lookup("findStatic"), lookup("findVirtual"));

    /** Calls that are allowed: the guard only registers the threads that they start. */
    private static final List<GuardedCall> STARTS = Stream.concat(
                    Stream.of(
                            ofStatic(Thread.class, "startVirtualThread", Thread.class, Runnable.class),
                            ofStatic(Executors.class, "newVirtualThreadPerTaskExecutor", ExecutorService.class)),
                    Stream.of(Thread.Builder.class, Thread.Builder.OfVirtual.class)
                            .flatMap(GuardedCall::ofBuilder))
            .toList();

    private static final Map<String, GuardedCall> BY_KEY = Stream.of(ALL, LOOKUPS, STARTS)
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableMap(GuardedCall::key, Function.identity()));

    /** Every class that makes a guarded call contains at least one of these names. */
    static final Set<String> NAMES = Stream.concat(
                    Stream.of("java/lang/reflect/Method"),
                    BY_KEY.values().stream().map(GuardedCall::rareName))
            .collect(Collectors.toUnmodifiableSet());

    static final int LONGEST_NAME =
            NAMES.stream().mapToInt(String::length).max().orElseThrow();

    private static GuardedCall ofStatic(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        return new GuardedCall(owner, name, type(result, parameters), true);
    }

    private static GuardedCall ofVirtual(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        return new GuardedCall(owner, name, type(result, parameters), false);
    }

    /** The methods of a thread builder; a class calls them by the general type or by that of virtual threads. */
    private static Stream<GuardedCall> ofBuilder(Class<?> builder) {
        return Stream.of(
                ofVirtual(builder, "start", Thread.class, Runnable.class),
                ofVirtual(builder, "unstarted", Thread.class, Runnable.class),
                ofVirtual(builder, "factory", ThreadFactory.class));
    }

    private static GuardedCall lookup(String name) {
        return ofVirtual(
                MethodHandles.Lookup.class, name, MethodHandle.class, Class.class, String.class, MethodType.class);
    }

    private static MethodTypeDesc type(Class<?> result, Class<?>... parameters) {
        return MethodType.methodType(result, parameters).describeConstable().orElseThrow();
    }

    private String key() {
        return key(internalName(), name, type.descriptorString());
    }

    private String internalName() {
        return owner.getName().replace('.', '/');
    }

    /**
     * The name that fewer other classes contain: that of the method, or that of its class if many methods have the same
     * name.
     */
    private String rareName() {
        return Thread.Builder.class.isAssignableFrom(owner) ? internalName() : name;
    }

    private static String key(String owner, String name, String type) {
        return owner + "." + name + type;
    }

    /** The guarded call with these names from a class file, null if the call is not guarded. */
    static @Nullable GuardedCall find(String ownerInternalName, String name, String descriptor) {
        return BY_KEY.get(key(ownerInternalName, name, descriptor));
    }

    /** Whether reflection must not reach a method. */
    static boolean isGuarded(Class<?> owner, String name) {
        return ALL.stream().anyMatch(call -> call.owner == owner && call.name.equals(name));
    }

    /** The type of the guard's method, which is static. */
    MethodTypeDesc guardType() {
        return isStatic ? type : type.insertParameterTypes(0, ClassDesc.ofDescriptor(owner.descriptorString()));
    }
}
