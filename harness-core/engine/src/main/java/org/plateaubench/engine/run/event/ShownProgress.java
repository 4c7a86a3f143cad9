// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.ShownText;
import org.plateaubench.spi.Progress;

/** Passes the progress of a plugin's call to the observer while the call lasts. Thread-safe. */
public final class ShownProgress implements Progress, AutoCloseable {
    private final RunObserver observer;
    private final String scope;
    private volatile boolean isOver;

    public ShownProgress(RunObserver observer, String scope) {
        this.observer = observer;
        this.scope = scope;
    }

    @Override
    public void report(@Nullable String activity, long done, long total, @Nullable String unit) {
        if (!isOver) {
            observer.progress(scope, ShownText.of(activity), Math.max(0, done), Math.max(0, total), ShownText.of(unit));
        }
    }

    @Override
    public void close() {
        isOver = true;
    }
}
