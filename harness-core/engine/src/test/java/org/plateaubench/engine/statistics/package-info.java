// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.engine.statistics;

import org.jspecify.annotations.NullMarked;
