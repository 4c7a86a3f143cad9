// SPDX-License-Identifier: Apache-2.0
package com.example.shared;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Looks in every operation whether all that it sees is its own. */
public final class MainPlugin implements Plugin, Workload<MainPlugin.None> {
    /** Nothing to set. */
    public record None() {}

    @Override
    public String id() {
        return "@ID@";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(this);
    }

    @Override
    public String name() {
        return "look";
    }

    @Override
    public String description() {
        return "Looks at what it sees.";
    }

    @Override
    public Class<None> parametersType() {
        return None.class;
    }

    @Override
    public WorkloadDefinition define(None parameters) {
        return WorkloadDefinition.builder()
                .operations(OperationDefinition.of("look", "One look."))
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ofMillis(20))))
                .metric(new MetricDefinition("looksPerSecond", "looks/s", "look", 1))
                .executions(Execution.PLATFORM, Execution.EVENT_LOOP)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<None> context) {
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return call -> look();
            }

            @Override
            public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
                return (call, completion) -> completion.complete(look());
            }
        };
    }

    private static Outcome look() {
        List<String> wrong = new ArrayList<>();
        /* @TYPE@ */ typed = SharedLibrary.answer();
        Object answer = typed;
        expect("the library", "@ID@", SharedLibrary.loadedFor, wrong);
        expect("its answer", "@ID@".equals("old") ? "one" : 2, answer, wrong);
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        expect("the resource of the class", "@ID@", text(MainPlugin.class.getResourceAsStream("version.txt")), wrong);
        String path = "com/example/shared/version.txt";
        expect("the resource of the context", "@ID@", text(context.getResourceAsStream(path)), wrong);
        List<String> providers = new ArrayList<>();
        ServiceLoader.load(SharedService.class).forEach(service -> providers.add(service.provider()));
        expect("the services of the context", List.of("@ID@"), providers, wrong);
        try {
            expect("the resources", 1, Collections.list(context.getResources(path)).size(), wrong);
            context.loadClass("tools.jackson.databind.ObjectMapper");
            wrong.add("a library of the harness is seen");
        } catch (IOException e) {
            wrong.add(e.toString());
        } catch (ClassNotFoundException e) {
            // As it should be.
        }
        return wrong.isEmpty() ? Outcome.ok() : Outcome.error("wrong-version", String.join("; ", wrong));
    }

    private static void expect(String what, Object expected, Object found, List<String> wrong) {
        if (!expected.equals(found)) {
            wrong.add(what + " is " + found + " and not " + expected);
        }
    }

    private static String text(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
