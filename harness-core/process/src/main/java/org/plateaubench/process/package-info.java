// SPDX-License-Identifier: Apache-2.0
/**
 * SUTs that the harness runs. {@link org.plateaubench.process.EmbeddedService} is the life of one, from start to clearing;
 * it launches {@link org.plateaubench.process.Servers} by {@link org.plateaubench.process.ServerCommand}s. Each is a
 * {@link org.plateaubench.process.ChildProcess}, whose log is a file and whose standard input is a pipe of which only the
 * harness holds the other end. A Java program of ours watches that pipe with
 * {@link org.plateaubench.process.Lifeline}, for any other a guard does: no kind of death of the harness leaves an orphan.
 *
 * <p>The module is packed into each plugin that uses it and loaded once per plugin: nothing here is shared between
 * plugins or with the host.
 */
@NullMarked
package org.plateaubench.process;

import org.jspecify.annotations.NullMarked;
