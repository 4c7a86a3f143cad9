// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

/** What follows in a sequence of runs: a {@link Step} or its end. */
public interface Next {}
