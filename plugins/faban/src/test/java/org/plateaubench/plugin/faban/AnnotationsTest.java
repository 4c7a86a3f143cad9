// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;

/** The annotations of a driver define its workload. */
final class AnnotationsTest {
    private static final String PREFIX =
            "@BenchmarkDefinition(name = \"B\", version = \"1\") @BenchmarkDriver(name = \"D\") ";
    private static final String TWO_OPERATIONS =
            "@BenchmarkOperation(name = \"A\", timing = Timing.MANUAL) public void a() {}"
                    + "@BenchmarkOperation(name = \"B\", timing = Timing.MANUAL) public void b() {}";

    @TempDir
    private Path folder = Path.of("");

    private static WorkloadDefinition definition(Path jar) {
        FabanPlugin workload = new FabanPlugin();
        FabanParameters parameters = DriverJar.parameters(jar, Map.of());
        assertThat(workload.check(parameters)).isEmpty();
        return workload.define(parameters);
    }

    private WorkloadDefinition shop() throws IOException {
        return definition(DriverJar.of(folder, "ShopDriver"));
    }

    private WorkloadDefinition withTwoOperations(String annotations) throws IOException {
        return definition(DriverJar.wrong(folder, PREFIX + annotations, TWO_OPERATIONS));
    }

    @Test
    void operationLimitsUseTheResponseTimeUnit() throws IOException {
        List<OperationDefinition> operations = shop().operations();

        assertThat(operations).extracting(OperationDefinition::name).containsExactly("Home-Page", "Item", "Buy");
        assertThat(operations)
                .extracting(operation -> operation.limits().toString())
                .containsExactly("[p90 <= 250ms]", "[p95 <= 300ms]", "[]");
    }

    /** A driver that was compiled against Faban omits these elements. */
    @Test
    void omittedAnnotationValuesHaveFabanDefaults() throws IOException {
        WorkloadDefinition definition = definition(DriverJar.wrong(
                folder,
                "@BenchmarkDefinition(name = \"B\", version = \"1\") @BenchmarkDriver(threadPerScale = 1)"
                        + " @FlatMix(mix = 100) @FixedTime",
                "@BenchmarkOperation public void page() {}"));
        assertThat(definition.operations())
                .extracting(OperationDefinition::name)
                .containsExactly("page");
        assertThat(definition.operations().getFirst().limits()).isEmpty();
        assertThat(definition.pacing()).isEqualTo(Pacing.cycle(new Distribution.Fixed(Duration.ofSeconds(1))));
    }

    @Test
    void runFileMixReplacesDriverMix() throws IOException {
        Path jar = DriverJar.wrong(
                folder, PREFIX + "@FlatMix(operations = {\"A\", \"B\"}, mix = {50, 50})", TWO_OPERATIONS);
        Path xml = Files.writeString(folder.resolve("run.xml"), """
                <b><driverConfig name="D">
                  <operationMix><name>A</name><r>0</r></operationMix>
                  <operationMix><name>B</name><r>100</r></operationMix>
                </driverConfig></b>
                """);
        FabanParameters parameters = new FabanParameters(jar.toString(), "", "", xml.toString(), Map.of(), 0, 1);
        assertThat(new FabanPlugin().check(parameters)).isEmpty();
        assertThat(new FabanPlugin().define(parameters).operations())
                .extracting(OperationDefinition::name)
                .containsExactly("B");
    }

    @Test
    void matrixMixKeepsRowsAndFirstOperation() throws IOException {
        assertThat(shop().mix())
                .isEqualTo(new Mix.Matrix(
                        List.of("Home-Page", "Item", "Buy"),
                        List.of(List.of(0.0, 80.0, 20.0), List.of(50.0, 30.0, 20.0), List.of(100.0, 0.0, 0.0))));
    }

    @Test
    void cycleTimesKeepTheirDistributions() throws IOException {
        WorkloadDefinition shop = shop();

        assertThat(shop.pacing().kind()).isEqualTo(Pacing.Kind.CYCLE);
        assertThat(shop.units())
                .extracting(UnitDefinition::gap)
                .containsExactly(
                        new Distribution.Exponential(millis(100), Duration.ZERO, millis(500), Duration.ZERO),
                        new Distribution.Uniform(millis(50), millis(150)),
                        new Distribution.Fixed(millis(120)));
    }

    @Test
    void exponentialIsTruncatedOrShiftedAtMinimum() throws IOException {
        String form = "@FlatMix(operations = {\"A\", \"B\"}, mix = {1, 1}) @NegativeExponential(cycleType ="
                + " CycleType.THINKTIME, cycleMean = 50, cycleMin = 20, cycleMax = 90%s)";
        WorkloadDefinition truncated = withTwoOperations(form.formatted(""));
        WorkloadDefinition shifted = withTwoOperations(form.formatted(", truncateAtMin = false"));

        assertThat(truncated.pacing())
                .isEqualTo(
                        Pacing.think(new Distribution.Exponential(millis(50), millis(20), millis(90), Duration.ZERO)));
        assertThat(shifted.pacing())
                .isEqualTo(
                        Pacing.think(new Distribution.Exponential(millis(30), Duration.ZERO, millis(70), millis(20))));
    }

    @Test
    void flatMixOmitsOperationsWithoutWeight() throws IOException {
        WorkloadDefinition definition =
                withTwoOperations("@FlatMix(operations = {\"A\", \"B\"}, mix = {3, 0}, deviation = 1)");

        assertThat(definition.mix()).isEqualTo(new Mix.Flat(Map.of("A", 3.0)));
        assertThat(definition.operations())
                .extracting(OperationDefinition::name)
                .containsExactly("A");
    }

    @Test
    void fixedSequenceRepeatsOperations() throws IOException {
        WorkloadDefinition definition = withTwoOperations("@FixedSequence({\"A\", \"B\", \"A\"})");

        assertThat(definition.mix()).isEqualTo(new Mix.Sequence(List.of("A", "B", "A")));
    }

    /** Three of four are A B B, one is A. */
    @Test
    void sequencesAreDrawnByWeight() throws IOException {
        WorkloadDefinition definition = withTwoOperations(
                "@FlatSequenceMix(sequences = {@OperationSequence({\"A\", \"B\", \"B\"}), @OperationSequence(\"A\")},"
                        + " mix = {75, 25})");

        assertThat(definition.units())
                .hasSize(4)
                .extracting(UnitDefinition::name)
                .startsWith("sequence1-step1");
        List<Double> last = List.of(75.0, 0.0, 0.0, 25.0);
        assertThat(((Mix.Matrix) definition.mix()).rows())
                .containsExactly(List.of(0.0, 1.0, 0.0, 0.0), List.of(0.0, 0.0, 1.0, 0.0), last, last);
    }

    /** The series of missed rows has a success for each of them, and the check allows none. */
    @Test
    void customMetricsHaveACheck() throws IOException {
        FabanPlugin workload = new FabanPlugin();
        FabanParameters parameters = new FabanParameters(
                DriverJar.of(folder.resolve("recording"), "RecordingDriver", "TwoDriversBenchmark", "OtherDriver")
                        .toString(),
                "",
                "example.RecordingDriver",
                "",
                Map.of(),
                0,
                1);

        assertThat(workload.define(parameters).checks())
                .filteredOn(check -> check.name().equals("customMetrics"))
                .singleElement()
                .satisfies(check -> {
                    assertThat(check.holds(0)).isTrue();
                    assertThat(check.holds(1)).isFalse();
                    assertThat(check.numerator())
                            .containsExactly(CheckDefinition.Term.completed("customMetricsMissed"));
                    assertThat(check.denominator())
                            .as("without rows there is nothing to check")
                            .containsExactly(
                                    CheckDefinition.Term.completed("customMetricsMissed"),
                                    CheckDefinition.Term.completed("customMetrics"));
                    assertThat(check.needed()).isZero();
                });
        assertThat(shop().checks()).extracting(CheckDefinition::name).doesNotContain("customMetrics");
    }

    private static Duration millis(int millis) {
        return Duration.ofMillis(millis);
    }
}
