// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.List;
import org.plateaubench.plugin.web.grpc.GrpcWorkload;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Workload;

/** Requests to web servers and calls of gRPC services, as a scenario describes them. */
public final class WebPlugin implements Plugin {
    @Override
    public String id() {
        return "web";
    }

    @Override
    public String description() {
        return "Requests to web servers, REST services and gRPC services, as a scenario describes them.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new WebWorkload(), new GrpcWorkload());
    }
}
