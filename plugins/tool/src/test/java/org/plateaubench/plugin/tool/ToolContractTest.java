// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.WorkloadContract;

/** The contract of workloads, tested with a program that reads a file. */
class ToolContractTest extends WorkloadContract<ToolParameters> {
    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("value"), "{\"iops\": 7}");
    }

    @Override
    protected Workload<ToolParameters> workload() {
        return new ToolWorkload();
    }

    @Override
    protected ToolParameters parameters() {
        return ToolWorkloadTest.parameters(folder, """
                steps:
                  - run: "while [ -e stalled ]; do sleep 0.02; done; cat value"
                    name: read
                    figures: { iops: { json: $.iops, unit: IOPS } }
                """);
    }

    @Override
    protected @Nullable SutAddress sut() {
        return null;
    }

    @Override
    protected long openResources() {
        return ProcessHandle.current()
                .descendants()
                .filter(ProcessHandle::isAlive)
                .count();
    }

    @Override
    protected AutoCloseable stallSut() throws Exception {
        Path stalled = Files.createFile(folder.resolve("stalled"));
        return () -> Files.delete(stalled);
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        return List.of(
                new WrongAnswers("read", Fault.WRONG_IDENTITY, () -> planted("{\"other\": 7}")),
                new WrongAnswers("read", Fault.EMPTY, () -> planted("")));
    }

    private AutoCloseable planted(String text) throws IOException {
        Files.writeString(folder.resolve("value"), text);
        return this::write;
    }
}
