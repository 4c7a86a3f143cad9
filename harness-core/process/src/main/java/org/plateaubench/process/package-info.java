// SPDX-License-Identifier: Apache-2.0
/**
 * Child processes of SUT services. {@link org.plateaubench.process.ChildProcess} starts, awaits and stops one; its log
 * is a file, its standard input a pipe whose other end only the harness holds. A child of ours watches that pipe with
 * {@link org.plateaubench.process.Lifeline} and ends when it closes, so that no kind of death of the harness leaves an
 * orphan.
 *
 * <p>The module is packed into each plugin that uses it and loaded once per plugin: nothing here is shared between
 * plugins or with the host.
 */
@NullMarked
package org.plateaubench.process;

import org.jspecify.annotations.NullMarked;
