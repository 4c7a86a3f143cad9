// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.store.StoredRun;

/**
 * A stored run with its verdict.
 *
 * @param run what is stored
 * @param judgement what follows from it
 */
public record JudgedRun(StoredRun run, Judgement judgement) {}
