// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a platform refuses a call or a task fails. The message is a sentence for a person. */
final class PlatformException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final String NOT_AUTHENTICATED = "NotAuthenticated";

    private final String fault;

    /** The fault is a type of the vSphere API, such as {@code NoPermission}. */
    public PlatformException(String fault, String message) {
        super(message);
        this.fault = fault;
    }

    public String fault() {
        return fault;
    }

    /** Whether the session has ended, so that the caller must sign in again. */
    public boolean isSessionEnded() {
        return fault.equals(NOT_AUTHENTICATED);
    }

    /** Collects the refusals of a platform, so that a sequence of calls can continue. Not thread-safe. */
    public static final class Refusals {
        private final List<PlatformException> refusals = new ArrayList<>();

        @FunctionalInterface
        public interface Call {
            void run() throws IOException, InterruptedException;
        }

        /** Makes a call and stores its refusal; if the session has ended, the refusal is thrown. */
        public void collect(Call call) throws IOException, InterruptedException {
            try {
                call.run();
            } catch (PlatformException e) {
                if (e.isSessionEnded()) {
                    throw e;
                }
                refusals.add(e);
            }
        }

        /** Throws the collected refusals as one with the type of the first, if there are any. */
        public void throwIfAny() throws PlatformException {
            if (!refusals.isEmpty()) {
                PlatformException combined = new PlatformException(
                        refusals.getFirst().fault(),
                        refusals.stream().map(PlatformException::getMessage).collect(Collectors.joining(" ")));
                refusals.forEach(combined::addSuppressed);
                throw combined;
            }
        }
    }
}
