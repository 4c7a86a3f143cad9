// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.engine.judge.score;

import org.jspecify.annotations.NullMarked;
