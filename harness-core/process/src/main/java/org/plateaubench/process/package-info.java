// SPDX-License-Identifier: Apache-2.0
/**
 * SUTs that the harness runs, and {@link org.plateaubench.process.ObservedServiceType} for those that it only observes.
 * {@link org.plateaubench.process.EmbeddedService} is the lifecycle of a SUT that it runs, from start to clearing; it
 * launches {@link org.plateaubench.process.Servers} by {@link org.plateaubench.process.ServerCommand}s. Each is a
 * {@link org.plateaubench.process.ServerProcess} that logs to a file and reads from a pipe whose other end only the
 * harness holds. A Java program of the harness watches that pipe with {@link org.plateaubench.process.Lifeline}, and a
 * guard does so for any other program, so the harness leaves no orphans, even if it is killed. A program that does one
 * task and ends is a {@link org.plateaubench.process.Program}; a program that is started for each answer is an {@link
 * org.plateaubench.process.QueryProgram}.
 *
 * <p>The module is packed into each plugin that uses it and loaded once per plugin: nothing in it is shared between
 * plugins or with the host.
 */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.process;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
