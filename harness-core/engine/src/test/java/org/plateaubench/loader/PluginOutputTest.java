// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output of a plugin goes to a bounded file of the run; output of the harness still goes to the terminal. */
final class PluginOutputTest {
    private static final String SOURCE = """
            package com.example;
            import java.io.PrintStream;
            import java.util.function.Consumer;
            class Printer implements Consumer<PrintStream> {
                public void accept(PrintStream out) { out.println("by the plugin \\u001b[2J"); } }
            class Flood implements Consumer<PrintStream> {
                public void accept(PrintStream out) { for (int i = 0; i < 400; i++) out.println("x".repeat(9_999)); } }
            """;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private final PluginOutput output = new PluginOutput();
    private final PrintStream stream = output.around(new PrintStream(terminal, true, StandardCharsets.UTF_8), "out");
    private PluginClassLoader loader;

    @BeforeEach
    void load() throws Exception {
        loader = new PluginClassLoader(
                "loud",
                List.of(CompiledClasses.jar(folder, "Printer", SOURCE)),
                PluginOutputTest.class.getClassLoader());
    }

    @AfterEach
    void close() throws Exception {
        loader.close();
    }

    @SuppressWarnings("unchecked")
    private void print(String name) throws Exception {
        var constructor = loader.loadClass("com.example." + name).getDeclaredConstructor();
        constructor.setAccessible(true);
        ((Consumer<PrintStream>) constructor.newInstance()).accept(stream);
    }

    @Test
    void controlCharactersInAgentOutputAreRemoved() {
        Path file = folder.resolve(PluginOutput.FILE_NAME);
        PluginOutput.Attachment attached = output.to(file);
        output.print("agent local", "out of memory\nby the \u001b[2Jend");
        attached.close();
        assertThat(file).hasContent("agent local | out of memory\nagent local | by the  [2Jend\n");
    }

    @Test
    void classThatPrintsIdentifiesThePlugin() throws Exception {
        Path file = folder.resolve(PluginOutput.FILE_NAME);
        stream.println("by the harness");
        assertThat(loader.hasPrinted()).isFalse();
        print("Printer");
        assertThat(loader.hasPrinted()).as("also without a file").isTrue();

        PluginOutput.Attachment attached = output.to(file);
        print("Printer");
        attached.close();
        print("Printer");

        assertThat(terminal.toString(StandardCharsets.UTF_8)).isEqualTo("by the harness" + System.lineSeparator());
        assertThat(file).hasContent("loud out | by the plugin  [2J\n");
    }

    @Test
    void excessiveOutputIsTruncatedWithANotice() throws Exception {
        Path file = folder.resolve(PluginOutput.FILE_NAME);
        PluginOutput.Attachment attached = output.to(file);
        print("Flood");
        attached.close();

        assertThat(Files.size(file)).isLessThan(1_100_000);
        assertThat(file).content().endsWith("... further output was left out.\n");
    }

    private static RuntimeException thrown(String message) {
        return new IllegalStateException(message, new UncheckedIOException(new IOException("disk gone")));
    }

    @Test
    void faultIsRecordedOnceWithCauses() {
        Path file = folder.resolve(PluginOutput.FILE_NAME);
        assertThat(output.record("Opening", thrown("early"))).isFalse();
        PluginOutput.Attachment attached = output.to(file);
        for (int i = 0; i < 3; i++) {
            assertThat(output.record("workload 1/shop", thrown("number " + i))).isTrue();
        }
        assertThat(output.record("Opening workload 1/shop", new Error("another place")))
                .isTrue();
        attached.close();

        assertThat(file)
                .content()
                .containsOnlyOnce("number")
                .contains("1/shop | java.lang.Ill", "Caused by: java.io.IOException: disk gone", "another place");
    }

    @Test
    void exceptionThatFailsToPrintIsOmitted() {
        output.to(folder.resolve(PluginOutput.FILE_NAME));

        assertThat(output.record("workload", new RuntimeException() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public StackTraceElement[] getStackTrace() {
                        throw new IllegalStateException("no trace");
                    }
                }))
                .isFalse();
    }
}
