// SPDX-License-Identifier: Apache-2.0
package com.example.ping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.plateaubench.junit.PlateauRun;
import org.plateaubench.launch.RunResult;
import org.plateaubench.launch.RunResult.OperationResult;
import org.plateaubench.launch.RunResult.Outcome;

class PingRunTest {
    private static StallableEcho server;

    @BeforeAll
    static void start() throws IOException {
        server = new StallableEcho();
        System.setProperty("echo.port", Integer.toString(server.port()));
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @PlateauRun(
            value = "src/test/plateau/run.yaml",
            set = {"workloads.echo.parameters.port=${echo.port}", "phases.steady=5s"})
    void everyMessageIsEchoed(RunResult result) {
        OperationResult ping = result.workload("echo").operation("ping");
        assertEquals(0, ping.figure("errors"));
        assertTrue(ping.figure("ok") > 0);
        assertTrue(ping.figure("p95") < 500);
    }

    @PlateauRun(
            value = "src/test/plateau/run.yaml",
            set = {"workloads.echo.parameters.port=${echo.port}", "phases.steady=2s", "workloads.echo.qos.ping=p95 < 1us"})
    void impossibleLimitIsMissed(RunResult result) {
        // On a busy machine the run may be invalid.
        result.require(Outcome.DOUBTS);
    }

    @PlateauRun(value = "src/test/plateau/run.yaml", set = "workloads.echo.load.users=many")
    void wrongSettingIsTestError() {}
}
