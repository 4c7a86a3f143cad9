// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.javatier;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.consolidation.application.PlantedApp;
import org.plateaubench.plugin.consolidation.javatier.JavaTierWorkload.Parameters;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.DataSetContract;
import org.plateaubench.testkit.WorkloadContract;

/** The contracts of workloads and data sets, tested with the server of the workload. */
final class JavaTierContractTest extends WorkloadContract<Parameters> {
    private static final Pattern NUMBERS = Pattern.compile("(\"(?:order|payments|nextOrder)\":)(\\d+)");
    private static PlantedApp app;

    @BeforeAll
    static void start() throws Exception {
        app = new PlantedApp(new JavaTier());
        app.load(new JavaTierWorkload(), new Parameters(1));
    }

    @AfterAll
    static void stop() throws Exception {
        app.close();
    }

    @Override
    protected Workload<Parameters> workload() {
        return new JavaTierWorkload();
    }

    @Override
    protected Parameters parameters() {
        return new Parameters(1);
    }

    @Override
    protected SutAddress sut() {
        return app.address();
    }

    @Override
    protected long openResources() throws Exception {
        return app.connections();
    }

    @Override
    protected AutoCloseable stallSut() {
        return app.relay.hold();
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        List<WrongAnswers> planted = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            planted.add(new WrongAnswers(
                    operation.title,
                    Fault.WRONG_IDENTITY,
                    () -> app.plant(text -> text.replace("\"customer\":\"", "\"customer\":\"x")
                            .replace("\"district\":", "\"district\":7"))));
            AtomicInteger answers = new AtomicInteger();
            planted.add(new WrongAnswers(
                    operation.title,
                    Fault.OUTDATED,
                    () -> app.plant(text -> {
                        int earlier = 2 * answers.incrementAndGet();
                        return NUMBERS.matcher(text).replaceAll(number -> earlier(number, earlier));
                    })));
        }
        return planted;
    }

    private static String earlier(MatchResult number, int earlier) {
        return number.group(1) + (Integer.parseInt(number.group(2)) + 1_000 - earlier);
    }

    @Nested
    final class DataTest extends DataSetContract<Parameters> {
        @Override
        protected Workload<Parameters> workload() {
            return new JavaTierWorkload();
        }

        @Override
        protected Parameters parameters() {
            return new Parameters(1);
        }

        @Override
        protected SutAddress sut() {
            return app.address();
        }
    }
}
