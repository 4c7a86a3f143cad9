// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Finding;

/** Unsupported features are refused by name before anything runs, with a remedy. */
final class RefusalTest {
    private static final String PREFIX =
            "@BenchmarkDefinition(name = \"B\", version = \"1\") @BenchmarkDriver(name = \"D\") ";
    private static final String A = "@BenchmarkOperation(name = \"A\") public void a() { %s }";

    @TempDir
    private Path folder = Path.of("");

    private static List<Finding> findings(Path jar) {
        return new FabanPlugin().check(DriverJar.parameters(jar, Map.of()));
    }

    private static void assertRefused(Path jar, String... words) {
        assertThat(findings(jar)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM);
            assertThat(finding.message()).contains(words);
            assertThat(finding.remedy()).isNotEmpty();
            assertThat(finding.parameter()).isEqualTo("driverJar");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            @FlatMix(operations = "A", mix = {1, 2}) | mix of example.Wrong
            @FlatMix(operations = "C", mix = 1) | operation 'C'
            @FlatMix(operations = "A", mix = -1) | mix of example.Wrong
            @MatrixMix(operations = "A", mix = @Row({1, 2})) | mix of example.Wrong
            @FlatMix(operations = "A", mix = 1) @FixedSequence("A") | has 2 of @FlatMix
            @Uniform(cycleType = CycleType.THINKTIME, cycleMin = 9, cycleMax = 3) | cycle of example.Wrong
            @Uniform(cycleType = CycleType.THINKTIME, cycleMin = 0, cycleMax = 3) @FixedTime(cycleType = CycleType.THINKTIME, cycleTime = 9) | more than one of
            """)
    void invalidClassAnnotationsAreRefused(String annotations, String words) throws IOException {
        assertRefused(DriverJar.wrong(folder, PREFIX + annotations, A.formatted("")), words);
    }

    @Test
    void runControlCyclesIsRefused() throws IOException {
        assertRefused(
                DriverJar.wrong(
                        folder,
                        "@BenchmarkDefinition(name = \"B\", version = \"1\", runControl = RunControl.CYCLES)"
                                + " @BenchmarkDriver(name = \"D\")",
                        A.formatted("")),
                "runControl = CYCLES");
    }

    @Test
    void definitionWithoutDriverIsRefused() throws IOException {
        assertRefused(
                DriverJar.wrong(folder, "@BenchmarkDefinition(name = \"B\", version = \"1\")", A.formatted("")),
                "example.Wrong has no @BenchmarkDriver");
    }

    @Test
    void mixedThinkAndCycleTimeIsRefused() throws IOException {
        String two = "@FixedTime(cycleType = CycleType.%s, cycleTime = 9) @BenchmarkOperation(name = \"%s\")"
                + " public void %s() {}";
        assertRefused(
                DriverJar.wrong(
                        folder,
                        PREFIX + "@FixedSequence({\"A\", \"B\"})",
                        two.formatted("THINKTIME", "A", "a") + two.formatted("CYCLETIME", "B", "b")),
                "Operation A of example.Wrong has THINKTIME and operation B CYCLETIME");
    }

    @Test
    void operationWithParametersIsRefused() throws IOException {
        assertRefused(
                DriverJar.wrong(folder, PREFIX, "@BenchmarkOperation(name = \"A\") public void a(int number) {}"),
                "example.Wrong.a()");
    }

    @Test
    void excessPercentileLimitsAreRefused() throws IOException {
        assertRefused(
                DriverJar.wrong(
                        folder,
                        PREFIX,
                        "@BenchmarkOperation(name = \"A\", percentileLimits = {1, 2}) public void a() {}"),
                "2 percentileLimits");
    }

    /** The driver is compiled against stand-ins of Faban's classes with members that Plateau does not have. */
    @Test
    void unsupportedClassesAndMethodsAreRefused() throws IOException {
        Path faban = Files.createDirectories(folder.resolve("faban/com/sun/faban/driver"));
        Files.writeString(
                faban.resolve("BenchmarkDefinition.java"),
                "package com.sun.faban.driver; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME)"
                        + " public @interface BenchmarkDefinition { String name(); String version(); }");
        Files.writeString(
                faban.resolve("Novelty.java"),
                "package com.sun.faban.driver; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME)"
                        + " public @interface Novelty {}");
        Files.writeString(
                faban.resolve("DriverContext.java"),
                "package com.sun.faban.driver; public class DriverContext { public static DriverContext getContext()"
                        + " { return null; } public void novelty() {} public void resetOther() {} }");
        Files.createDirectories(faban.resolve("transport/hc3"));
        Files.writeString(
                faban.resolve("transport/hc3/Other.java"),
                "package com.sun.faban.driver.transport.hc3; public class Other {}");
        Path driver = faban.resolve("Old.java");
        Files.writeString(
                driver,
                "package example; import com.sun.faban.driver.*;"
                        + " @BenchmarkDefinition(name = \"B\", version = \"1\") @Novelty public class Old {"
                        + " Object transport = new com.sun.faban.driver.transport.hc3.Other();"
                        + " Old() { reset(); } void reset() { DriverContext.getContext().novelty(); }"
                        + " void uncalled() { DriverContext.getContext().resetOther(); } }");
        Path jar = DriverJar.compiledAlone(folder, faban, "example/Old.class");

        assertThat(findings(jar))
                .extracting(Finding::message)
                .containsExactlyInAnyOrder(
                        "example.Old has @com.sun.faban.driver.Novelty, which Plateau does not have.",
                        "Class example.Old uses com.sun.faban.driver.transport.hc3.Other, which Plateau does not have.",
                        "Class example.Old uses com.sun.faban.driver.DriverContext.novelty()V, which Plateau does not"
                                + " have.");
        assertThat(findings(jar))
                .extracting(Finding::remedy)
                .contains("Get the transport by com.sun.faban.driver.HttpTransport.newInstance().");
    }

    @Test
    void mixWithUnknownOperationIsRefused() throws IOException {
        Path xml = Files.writeString(
                folder.resolve("run.xml"),
                "<b><driverConfig name=\"D\"><operationMix><name>C</name><r>1</r></operationMix></driverConfig></b>");
        Path jar = DriverJar.wrong(folder, PREFIX + "@FlatMix(operations = \"A\", mix = 1)", A.formatted(""));
        FabanParameters parameters = withRunXml(jar, xml);
        assertThat(new FabanPlugin().check(parameters)).singleElement().satisfies(finding -> {
            assertThat(finding.parameter()).isEqualTo("runXml");
            assertThat(finding.message()).contains("operationMix of run.xml does not match example.Wrong");
        });
    }

    @Test
    void mixWithInvalidWeightIsRefused() throws IOException {
        Path jar = DriverJar.wrong(folder, PREFIX + "@FlatMix(operations = \"A\", mix = 1)", A.formatted(""));
        for (String weight : List.of("many", "0", "-1", "NaN", "")) {
            Path xml = Files.writeString(
                    folder.resolve("run.xml"),
                    "<b><driverConfig name=\"D\"><operationMix><name>A</name><r>" + weight
                            + "</r></operationMix></driverConfig></b>");
            FabanParameters parameters = withRunXml(jar, xml);
            assertThat(new FabanPlugin().check(parameters))
                    .as(weight)
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.parameter()).isEqualTo("runXml"));
        }
    }

    @Test
    void missingFileAndInvalidJarAreRefused() throws IOException {
        assertRefused(folder.resolve("missing.jar"), "There is no driver at");
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        assertRefused(text, "cannot be read");
        Path empty = folder.resolve("empty.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(empty))) {
            out.putNextEntry(new JarEntry("readme.txt"));
        }
        assertRefused(empty, "has 0 classes with @BenchmarkDefinition");
    }

    @Test
    void malformedRunXmlIsLocated() throws IOException {
        Path jar = DriverJar.of(folder, "ShopDriver");
        Path xml = Files.writeString(folder.resolve("run.xml"), "<shop>\n  <open>\n</shop>");
        FabanParameters parameters = withRunXml(jar, xml);

        assertThat(new FabanPlugin().check(parameters))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains(xml + ":3:"));
    }

    private static FabanParameters withRunXml(Path jar, Path xml) {
        return new FabanParameters(jar.toString(), "", "", xml.toString(), Map.of(), 0, 1);
    }
}
