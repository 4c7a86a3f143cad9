// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A plugin's classes cannot end or change the process, whichever way they call. */
final class CallRewriterTest {
    @TempDir
    private static Path folder;

    private static PluginClassLoader loader;

    /** Every way in a class of its own name; frames that merge, an interface and a lambda make the rewriting hard. */
    private static final String SOURCE = """
            package com.example;
            import java.lang.invoke.*;
            import java.util.*;
            import java.util.concurrent.Callable;
            import java.util.function.*;
            class Ways {
                static int merged(boolean first, List<String> some) {
                    Collection<String> either = first ? new ArrayList<>(some) : new TreeSet<>(some);
                    for (String text : either) { if (text.isEmpty()) { System.exit(4); } }
                    return either.size();
                }
            }
            class SystemExit implements Callable<Object> {
                public Object call() { System.exit(4); return "came back"; } }
            class RuntimeExit implements Callable<Object> {
                public Object call() { Runtime.getRuntime().exit(4); return "came back"; } }
            class RuntimeHalt implements Callable<Object> {
                public Object call() { Runtime.getRuntime().halt(4); return "came back"; } }
            class MethodReference implements Callable<Object> {
                public Object call() { IntConsumer end = System::exit; end.accept(4); return "came back"; } }
            class BoundReference implements Callable<Object> {
                public Object call() { IntConsumer end = Runtime.getRuntime()::halt; end.accept(4); return "came back"; } }
            class Lambda implements Callable<Object> {
                public Object call() { Runnable end = () -> System.exit(4); end.run(); return "came back"; } }
            interface Way { static void go() { System.exit(4); } }
            class InInterface implements Callable<Object> {
                public Object call() { Way.go(); return "came back"; } }
            class Reflection implements Callable<Object> {
                public Object call() throws Exception {
                    System.class.getMethod("exit", int.class).invoke(null, 4); return "came back"; } }
            class Handle implements Callable<Object> {
                public Object call() throws Exception {
                    MethodHandles.lookup().findStatic(System.class, "exit",
                        MethodType.methodType(void.class, int.class)); return "came back"; } }
            class VirtualHandle implements Callable<Object> {
                public Object call() throws Exception {
                    MethodHandles.lookup().findVirtual(Runtime.class, "halt",
                        MethodType.methodType(void.class, int.class)); return "came back"; } }
            class MergedFrames implements Callable<Object> {
                public Object call() { return Ways.merged(true, List.of("a", "")); } }
            class Winding implements Callable<Object> {
                static Object read(Object from, String... names) throws Exception {
                    StringBuilder text = new StringBuilder(names.length > 1 ? "many" : "one");
                    for (String name : names) {
                        try {
                            text.append(' ').append(from.getClass().getMethod(name).invoke(from));
                        } catch (NoSuchMethodException | IllegalAccessException e) {
                            if (names.length > 9) { System.exit(4); }
                            text.append(switch (name) { case "none" -> "!"; default -> e.getMessage(); });
                        } finally { text.append(';'); }
                    }
                    return text.length() > 0 ? text.toString() : Integer.valueOf(0); }
                public Object call() throws Exception { return read("abc", "length", "none", "isEmpty"); } }
            class SharedTypes implements Callable<Object> {
                static Exception either(boolean first) {
                    Exception either = first
                        ? new org.plateaubench.spi.SutException("shared")
                        : new java.io.IOException("the platform's");
                    if (either.getMessage() == null) { System.exit(4); }
                    return either; }
                public Object call() { return either(true).getMessage() + ", " + either(false).getMessage(); } }
            class Harmless implements Callable<Object> {
                private String secret() { return "found"; }
                public Object call() throws Exception {
                    Object own = Harmless.class.getDeclaredMethod("secret").invoke(this);
                    Object text = String.class.getMethod("concat", String.class).invoke("a", "b");
                    Object handle = MethodHandles.lookup().findVirtual(String.class, "length",
                        MethodType.methodType(int.class)).type().parameterCount();
                    return own + " " + text + " " + handle + " " + Ways.merged(false, List.of("a", "b")); } }
            class Streams implements Callable<Object> {
                public Object call() { System.setOut(null); System.setErr(null); System.setIn(null); return ""; } }
            class Defaults implements Callable<Object> {
                public Object call() {
                    Locale.setDefault(Locale.JAPAN); Locale.setDefault(Locale.Category.FORMAT, Locale.JAPAN);
                    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
                    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
                    return ""; } }
            class Properties implements Callable<Object> {
                public Object call() {
                    System.setProperty("plateau.home", "/nowhere"); System.setProperty("com.example.own", "1");
                    System.setProperty("com.example.own", "2"); System.clearProperty("com.example.own");
                    System.setProperties(new java.util.Properties());
                    return System.getProperty("java.version"); } }
            """;

    @BeforeAll
    static void compile() throws Exception {
        loader = new PluginClassLoader(
                "sly", List.of(CompiledClasses.jar(folder, "Ways", SOURCE)), CallRewriterTest.class.getClassLoader());
    }

    @AfterAll
    static void close() throws Exception {
        loader.close();
    }

    private static Object call(String name) throws Exception {
        var constructor = loader.loadClass("com.example." + name).getDeclaredConstructor();
        constructor.setAccessible(true);
        return ((Callable<?>) constructor.newInstance()).call();
    }

    @ParameterizedTest
    @CsvSource({
        "SystemExit, System.exit",
        "RuntimeExit, Runtime.exit",
        "RuntimeHalt, Runtime.halt",
        "MethodReference, System.exit",
        "BoundReference, Runtime.halt",
        "Lambda, System.exit",
        "InInterface, System.exit",
        "Reflection, System.exit by reflection",
        "Handle, System.exit by reflection",
        "VirtualHandle, Runtime.halt by reflection",
        "MergedFrames, System.exit"
    })
    void noCallEndsTheProcessAndThePluginIsNamed(String way, String call) {
        loader.violations().takeViolations();

        assertThatThrownBy(() -> call(way))
                .isInstanceOf(ForbiddenCall.class)
                .hasMessageStartingWith("Plugin sly called " + call + " in com.example.")
                .hasMessageEndingWith("report a failure as an outcome or an exception.");
        assertThat(loader.violations().takeViolations())
                .singleElement()
                .asString()
                .contains("Plugin sly called " + call, "which was refused");
    }

    @Test
    void whatIsAllowedWorksAsItDid() throws Exception {
        assertThat(call("Harmless")).isEqualTo("found ab 1 2");
        assertThat(loader.violations().takeViolations()).isEmpty();
    }

    @Test
    void typesThatPluginsAndHostShareKeepTheirKin() throws Exception {
        assertThat(call("SharedTypes")).isEqualTo("shared, the platform's");
    }

    @Test
    void branchesLoopsAndHandlersStayWhereTheyWere() throws Exception {
        assertThat(call("Winding")).isEqualTo("many 3; !; false;");
    }

    @Test
    void streamsOfTheProcessStayAndThePluginIsNamed() throws Exception {
        PrintStream out = System.out;

        call("Streams");

        assertThat(System.out).isSameAs(out);
        assertThat(loader.violations().takeViolations())
                .hasSize(3)
                .first()
                .asString()
                .startsWith("Plugin sly called System.setOut in com.example.Streams, which was ignored. ");
    }

    @Test
    void defaultsOfTheProcessStayAndThePluginIsNamed() throws Exception {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();

        call("Defaults");

        assertThat(Locale.getDefault()).isEqualTo(locale);
        assertThat(TimeZone.getDefault()).isEqualTo(zone);
        assertThat(Thread.getDefaultUncaughtExceptionHandler()).isNull();
        assertThat(loader.violations().takeViolations()).hasSize(3).anyMatch(text -> text.contains("(2 times)"));
    }

    @Test
    void propertiesOfOthersStayAndChangesAreNoted() throws Exception {
        assertThat(call("Properties")).isNotNull();

        assertThat(System.getProperty("plateau.home")).isNull();
        assertThat(loader.violations().takeViolations())
                .anyMatch(text -> text.contains("System.setProperty of plateau.home"))
                .anyMatch(text ->
                        text.contains("changed the system property com.example.own in com.example.Properties (2"))
                .anyMatch(text -> text.contains("System.setProperties"))
                .hasSize(3);
    }

    @Test
    void aJarThatAnotherNamesInItsManifestIsThePluginsToo() throws Exception {
        Path named = CompiledClasses.jar(Files.createDirectory(folder.resolve("lib")), "Named", """
                package com.example;
                public class Named implements java.util.concurrent.Callable<Object> {
                    public Object call() { System.exit(4); return "came back"; } }
                """);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "lib/" + named.getFileName());
        Path naming = folder.resolve("naming.jar");
        new JarOutputStream(Files.newOutputStream(naming), manifest).close();

        try (PluginClassLoader other =
                new PluginClassLoader("naming", List.of(naming), CallRewriterTest.class.getClassLoader())) {
            Object way = other.loadClass("com.example.Named").getConstructor().newInstance();
            assertThatThrownBy(((Callable<?>) way)::call).isInstanceOf(ForbiddenCall.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Harmless", "SystemExit"})
    void aRewrittenClassKeepsWhereItCameFrom(String name) throws Exception {
        Class<?> type = loader.loadClass("com.example." + name);

        assertThat(type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .endsWith("Ways.jar");
        assertThat(type.getPackage().getName()).isEqualTo("com.example");
    }
}
