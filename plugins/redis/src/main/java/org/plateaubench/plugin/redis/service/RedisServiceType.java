// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.nio.file.Path;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.process.WorkloadServiceType;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** Redis servers, started by the harness or outside it; optionally behind proxies. */
public final class RedisServiceType extends WorkloadServiceType<RedisServiceParameters> {
    public RedisServiceType() {
        super(
                RedisAddress.SERVICE,
                "Redis: servers, clusters and proxies started by the harness in processes of their own, or external",
                RedisServiceParameters.class,
                RedisServiceParameters::check,
                RedisEmbedded::new,
                RedisExternal::new);
    }

    @Override
    public boolean prefetch(Path folder, Progress progress) throws SutException, InterruptedException {
        RedisProcess.fetchPublished(folder, progress);
        return true;
    }
}
