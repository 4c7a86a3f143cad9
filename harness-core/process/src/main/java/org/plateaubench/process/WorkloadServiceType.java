// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;

/**
 * The type of a SUT service that workloads use. It checks the parameters for the mode of the SUT and creates the service
 * of that mode. Thread-safe.
 */
public class WorkloadServiceType<P extends Record> extends NamedServiceType<P> {
    private final BiFunction<P, SutContext.Mode, List<Finding>> check;
    private final Function<SutContext<P>, SutService> embedded;
    private final Function<SutContext<P>, SutService> external;

    public WorkloadServiceType(
            String name,
            String description,
            Class<P> parametersType,
            BiFunction<P, SutContext.Mode, List<Finding>> check,
            Function<SutContext<P>, SutService> embedded,
            Function<SutContext<P>, SutService> external) {
        super(name, description, parametersType);
        this.check = check;
        this.embedded = embedded;
        this.external = external;
    }

    public WorkloadServiceType(
            String name,
            String description,
            Class<P> parametersType,
            BiFunction<P, SutContext.Mode, List<Finding>> check,
            Function<SutContext<P>, SutService> service) {
        this(name, description, parametersType, check, service, service);
    }

    @Override
    public final List<Finding> check(SutContext.Mode mode, P parameters) {
        return check.apply(parameters, mode);
    }

    @Override
    public final SutService create(SutContext<P> context) {
        return switch (context.mode()) {
            case EMBEDDED -> embedded.apply(context);
            case EXTERNAL -> external.apply(context);
        };
    }
}
