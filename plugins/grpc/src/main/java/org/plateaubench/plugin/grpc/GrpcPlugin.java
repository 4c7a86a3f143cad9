// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.grpc;

import java.util.List;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Workload;

/** Calls to gRPC services, as a scenario describes them. */
public final class GrpcPlugin implements Plugin {
    @Override
    public String id() {
        return "grpc";
    }

    @Override
    public String description() {
        return "Calls to gRPC services, unary and in streams, as a scenario describes them.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new GrpcWorkload());
    }
}
