// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

/** The next element in a sequence of runs: a {@link Step} or its end. */
public interface Next {}
