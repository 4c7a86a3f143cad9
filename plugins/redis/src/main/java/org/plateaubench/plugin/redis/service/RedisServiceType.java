// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.nio.file.Path;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** Redis servers, started by the harness or outside it; optionally behind proxies. */
public final class RedisServiceType implements SutServiceType<RedisServiceParameters> {
    @Override
    public String name() {
        return RedisAddress.SERVICE;
    }

    @Override
    public String description() {
        return "Redis: servers, clusters and proxies started by the harness in processes of their own, or external";
    }

    @Override
    public Class<RedisServiceParameters> parametersType() {
        return RedisServiceParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, RedisServiceParameters parameters) {
        return new RedisServiceKeys(parameters).check(mode);
    }

    @Override
    public boolean prefetch(Path folder, Progress progress) throws SutException, InterruptedException {
        RedisProgram.published(folder, progress);
        return true;
    }

    @Override
    public SutService create(SutContext<RedisServiceParameters> context) {
        return switch (context.mode()) {
            case EMBEDDED -> new RedisEmbedded(context);
            case EXTERNAL -> new RedisExternal(context);
        };
    }
}
